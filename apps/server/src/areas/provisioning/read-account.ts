import { type Role, roles } from '@tagma/contract/objects/user.ts'
import type { ProvisionedAccount } from '#areas/accounts/provision-account.ts'
import { must } from '#model/must.ts'
import { isResource, type Resource, valueNamed } from './matches-filter.ts'
import { type Shapes, shapesOf } from './patch-resource.ts'
import { invalid } from './scim-problem.ts'

// Reads accounts from resources of SCIM. Pure.

export const userShapes: Shapes = shapesOf({
  schemas: 'read-only',
  id: 'fixed',
  meta: 'read-only',
  groups: 'read-only',
  externalId: 'simple',
  userName: 'simple',
  displayName: 'simple',
  name: 'complex',
  // The address is the userName.
  emails: 'list',
  active: 'simple',
  roles: 'list',
})

/** Facts of a resource that a client sent; those that it leaves out are undefined. */
export type ReadAccount = { readonly [K in keyof ProvisionedAccount]?: ProvisionedAccount[K] | undefined } & {
  readonly externalId: string | undefined
}

/** Reads a resource that was sent whole. */
export const readAccount = (resource: Resource): ReadAccount => ({
  email: textAt(resource, 'userName', 254),
  fullName: fullNameOf(resource),
  role: roleOf(resource),
  isActive: activeOf(resource),
  externalId: textAt(resource, 'externalId', longestExternalId),
})

/** Reads a resource after a PATCH: the name is that of the part which the PATCH has changed. */
export function readPatchedAccount(before: Resource, after: Resource): ReadAccount {
  const part = (resource: Resource, name: string) =>
    isResource(resource.name) ? valueNamed(resource.name, name) : undefined
  const hasChanged = (name: string) => part(before, name) !== part(after, name)
  let named: Resource = { displayName: after.displayName }
  if (before.displayName === after.displayName && isResource(after.name)) {
    if (hasChanged('formatted')) named = { name: { formatted: part(after, 'formatted') } }
    else if (hasChanged('givenname') || hasChanged('familyname'))
      named = { name: { givenname: part(after, 'givenname'), familyname: part(after, 'familyname') } }
  }
  return {
    ...readAccount({ ...after, displayName: undefined, name: undefined }),
    fullName: fullNameOf(named),
  }
}

/** Names of roles in SCIM. */
export const roleNames = Object.keys(roles) as (keyof typeof roles)[]

/** Name of a role in SCIM. */
export const roleNameOf = (role: Role): string =>
  must(
    roleNames.find((name) => roles[name] === role),
    'every role has a name',
  )

export const longestExternalId = 400

/** Reads a text; an empty one counts as none. */
export function textAt(resource: Resource, name: string, longest: number): string | undefined {
  const value = resource[name]
  if (value === undefined || value === null || value === '') return undefined
  if (typeof value !== 'string') throw invalid('invalidValue', `${name} is a text.`)
  if (value.length > longest) throw invalid('invalidValue', `${name} has at most ${longest} characters.`)
  return value.trim()
}

function fullNameOf(resource: Resource): string | undefined {
  const { displayName, name } = resource
  const parts = isResource(name) ? name : {}
  const given = [valueNamed(parts, 'givenname'), valueNamed(parts, 'familyname')]
    .filter((part) => typeof part === 'string')
    .join(' ')
  return [displayName, valueNamed(parts, 'formatted'), given]
    .filter((text) => typeof text === 'string')
    .map((text) => text.trim())
    .find((text) => text !== '')
}

/** Entra sends truth values as texts. */
function activeOf({ active }: Resource): boolean | undefined {
  if (active === undefined || active === null) return undefined
  const text = typeof active === 'string' ? active.toLowerCase() : JSON.stringify(active)
  if (text === 'true' || text === 'false') return text === 'true'
  throw invalid('invalidValue', 'active is true or false.')
}

function roleOf({ roles: given }: Resource): Role | undefined {
  if (!Array.isArray(given)) return undefined
  const entries = given.filter(isResource)
  const entry = entries.find(({ primary }) => String(primary).toLowerCase() === 'true') ?? entries[0]
  if (!entry) return undefined
  const name = roleNames.find((one) => one === String(entry.value).toLowerCase())
  if (name === undefined) throw invalid('invalidValue', `A role is one of ${roleNames.join(', ')}.`)
  return roles[name]
}
