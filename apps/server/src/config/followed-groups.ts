import type { Role } from '@tagma/contract/objects/user.ts'
import { roles } from '@tagma/contract/roles.ts'
import { RE2JS } from 're2js'
import { type GroupRule, parseGroupRules } from './group-names.ts'
import { ConfigError } from './values.ts'

/** Groups and roles that a sign-in service decides on by the groups it names. */
export interface FollowedGroups {
  /** Groups that people are put into. */
  readonly groups: readonly GroupRule[]
  /** Expression that a name there has to match as a whole; undefined takes all. */
  readonly allow: RE2JS | undefined
  /** Expression for names there that are left out; undefined leaves out none. */
  readonly deny: RE2JS | undefined
  /** Roles by the groups there that give them. Such a group is no group here. */
  readonly roles: ReadonlyMap<string, Role>
  /** True if the service may make owners, and change the roles of owners. */
  readonly mayChangeOwners: boolean
}

type Part = 'GROUPS' | 'GROUPS_ALLOW' | 'GROUPS_DENY' | 'ROLES'

interface Reading {
  readonly read: (part: Part) => string
  readonly variable: (part: Part | 'OWNERS') => string
  readonly mayChangeOwners: boolean
}

/** Returns undefined where a service decides nothing. Throws a ConfigError that names the variable to mend. */
export function parseFollowedGroups({
  read,
  variable,
  mayChangeOwners,
}: Reading): FollowedGroups | undefined {
  const allow = expression(variable('GROUPS_ALLOW'), read('GROUPS_ALLOW'))
  const deny = expression(variable('GROUPS_DENY'), read('GROUPS_DENY'))
  const groups = parseGroupRules(variable('GROUPS'), read('GROUPS'), allow !== undefined)
  if ((allow || deny) && groups.length === 0)
    throw new ConfigError(
      `${variable(allow ? 'GROUPS_ALLOW' : 'GROUPS_DENY')} needs ${variable('GROUPS')}, the groups to follow.`,
    )
  const byGroup = parseRoles(variable, read('ROLES'), mayChangeOwners)
  if (mayChangeOwners && byGroup.size === 0)
    throw new ConfigError(`${variable('OWNERS')} needs ${variable('ROLES')}, the groups that give roles.`)
  return groups.length + byGroup.size === 0
    ? undefined
    : { groups, allow, deny, roles: byGroup, mayChangeOwners }
}

function expression(variable: string, text: string): RE2JS | undefined {
  if (text === '') return undefined
  try {
    return RE2JS.compile(text)
  } catch {
    throw new ConfigError(`${variable} is "${text}"; it should be a regular expression of RE2.`)
  }
}

function parseRoles(
  variable: Reading['variable'],
  text: string,
  mayChangeOwners: boolean,
): ReadonlyMap<string, Role> {
  const byGroup = new Map<string, Role>()
  for (const entry of text.split(',').flatMap((part) => part.trim() || [])) {
    const at = entry.lastIndexOf('=')
    const [group, name] = [entry.slice(0, Math.max(at, 0)).trim(), entry.slice(at + 1).trim()]
    if (group === '' || !isRole(name))
      throw new ConfigError(
        `${variable('ROLES')} has "${entry}"; write group=role, with one of ${Object.keys(roles).join(', ')}.`,
      )
    if (name === 'owner' && !mayChangeOwners)
      throw new ConfigError(
        `${variable('ROLES')} has "${entry}"; set ${variable('OWNERS')} to on if the service may make owners.`,
      )
    if (byGroup.has(group)) throw new ConfigError(`${variable('ROLES')} names ${group} twice.`)
    byGroup.set(group, roles[name])
  }
  return byGroup
}

const isRole = (text: string): text is keyof typeof roles => Object.hasOwn(roles, text)
