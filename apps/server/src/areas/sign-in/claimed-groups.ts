import type { Role } from '@tagma/contract/objects/user.ts'
import { roles } from '@tagma/contract/roles.ts'
import { groupsHere } from '#config/group-names.ts'
import type { ProviderConfig } from '#config/sign-in.ts'
import type { ClaimedGroups } from '#model/claimed-groups.ts'
import type { OidcClaims } from '#model/oidc-claims.ts'

/** A claim that is a text, without blanks around it; otherwise empty. */
export const claimText = (claim: unknown): string => (typeof claim === 'string' ? claim.trim() : '')

/** Reads what the groups mean that a provider names. */
export function claimedGroups(
  { followed, groupsClaim }: ProviderConfig,
  claims: OidcClaims,
): ClaimedGroups | undefined {
  if (!followed) return undefined
  const named = namedGroups(claims, groupsClaim)
  if (!named) return { kind: isCut(claims, groupsClaim) ? 'cut' : 'absent' }
  const given = named.flatMap((name) => followed.roles.get(name) ?? [])
  const meant = named.filter(
    (name) =>
      !followed.roles.has(name) &&
      (followed.allow === undefined || followed.allow.matches(name)) &&
      followed.deny?.matches(name) !== true,
  )
  const byKey = new Map([...groupsHere(followed.groups, meant)].map((name) => [name.toLowerCase(), name]))
  return {
    kind: 'named',
    groups: [...byKey.values()],
    // The higher a role, the lower its number.
    role: given.length === 0 ? null : (Math.min(...given) as Role),
  }
}

/** Entra names no groups of people who have many, and says so (Microsoft Learn, "Configure group claims for applications"). */
function isCut(claims: OidcClaims, claim: string): boolean {
  const elsewhere = claims._claim_names
  return (
    claims.hasgroups === true ||
    claims.hasgroups === 'true' ||
    (typeof elsewhere === 'object' && elsewhere !== null && Object.hasOwn(elsewhere, claim))
  )
}

/**
 * The role that somebody gets at a sign-in; undefined keeps theirs. Who is in no group that gives one keeps theirs too, unless it is the
 * one that this provider gave: `given`.
 */
export function roleAfter(
  { mayChangeOwners }: { readonly mayChangeOwners: boolean },
  { role, given }: { readonly role: Role; readonly given: Role | null },
  wanted: Role | null,
): Role | undefined {
  const next = wanted ?? (given === role ? roles.member : role)
  if (next === role) return undefined
  const isAboutOwners = next === roles.owner || role === roles.owner
  return isAboutOwners && !mayChangeOwners ? undefined : next
}

/** Names of groups in a claim; undefined for anything but a list. */
export function namedGroups(claims: OidcClaims, claim: string): string[] | undefined {
  const value = valueAt(claims, claim)
  return Array.isArray(value) ? value.map(claimText).filter((name) => name !== '') : undefined
}

/** The value of a claim; where none has that name, of the one that the parts of the name lead down to. */
function valueAt(claims: OidcClaims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name]
  let value: unknown = claims
  for (const part of name.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined
    value = (value as Readonly<Record<string, unknown>>)[part]
  }
  return value
}
