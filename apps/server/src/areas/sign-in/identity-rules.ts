import type { Role } from '@tagma/contract/objects/user.ts'
import { isAdministrator, isModerator } from '@tagma/rules/roles.ts'
import { isEmailAddress } from '#areas/accounts/account-rules.ts'
import type { ProviderConfig } from '#config/sign-in.ts'
import type { ClaimedGroups } from '#model/claimed-groups.ts'
import type { OidcClaims } from '#model/oidc-claims.ts'
import type { SamlName } from '#model/saml-name.ts'
import { claimedGroups, namedGroups, claimText } from './claimed-groups.ts'

/** A person, as a provider vouches for them. */
export interface Identity {
  readonly issuer: string
  readonly subject: string
  /** Empty if the provider names no address, or something else in its place. */
  readonly email: string
  /** True if the address is proved to be the person's. */
  readonly isVerified: boolean
  readonly fullName: string
  /** The provider's id of its own session. */
  readonly session: string | undefined
  /** The person's name in an answer of SAML. */
  readonly name?: SamlName
  /** True if the provider's word about a second factor counts, and it says that there was one. */
  readonly hasStep: boolean
  /** Groups and role here by the provider's groups of the person; undefined where none are followed. */
  readonly groups: ClaimedGroups | undefined
}

/** Reads the claims of a provider. Returns a code for somebody outside of the named domains and groups. */
export function identityOf(
  provider: ProviderConfig,
  claims: OidcClaims,
): Identity | 'S-3-domain' | 'S-3-group' {
  const { kind, domains } = provider
  const hosted = claimText(claims.hd).toLowerCase()
  if (kind === 'google' && domains.length > 0 && !domains.includes(hosted)) return 'S-3-domain'
  if (!isInRequiredGroup(provider, claims)) return 'S-3-group'
  const named = claimText(claims.email)
  const email = isEmailAddress(named) ? named : ''
  return {
    issuer: claims.iss,
    subject: subjectOf(provider, claims),
    email,
    isVerified: email !== '' && isVerified(provider, claims, email),
    fullName: nameOf(claims, email),
    session: claimText(claims.sid) || undefined,
    ...(provider.saml && claims.name_id ? { name: claims.name_id as SamlName } : {}),
    hasStep: hasClaimedStep(provider, claims),
    groups: claimedGroups(provider, claims),
  }
}

/** Methods of RFC 8176 that are more than a password. */
const stepMethods = ['mfa', 'otp', 'hwk']

function hasClaimedStep({ secondFactor, acr }: ProviderConfig, claims: OidcClaims): boolean {
  if (secondFactor !== 'claim') return secondFactor === 'trusted'
  if (acr.length > 0) return acr.includes(claimText(claims.acr))
  const { amr } = claims
  return Array.isArray(amr) && amr.some((method) => stepMethods.includes(claimText(method)))
}

/** People whose groups are not named are in none: some providers leave the claim out when it is long. */
function isInRequiredGroup({ groupsClaim, requiredGroups }: ProviderConfig, claims: OidcClaims): boolean {
  if (requiredGroups.length === 0) return true
  return namedGroups(claims, groupsClaim)?.some((group) => requiredGroups.includes(group)) === true
}

/** Entra's `sub` differs from application to application; the id of the person in the directory does not. */
function subjectOf({ kind }: ProviderConfig, { sub, tid, oid }: OidcClaims): string {
  return kind === 'entra' && claimText(tid) !== '' && claimText(oid) !== ''
    ? `${claimText(tid)}:${claimText(oid)}`
    : sub
}

function isVerified(
  { kind, domains, trustsEmail }: ProviderConfig,
  claims: OidcClaims,
  email: string,
): boolean {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase()
  if (trustsEmail && domains.includes(domain)) return true
  // Whoever administers a directory of Entra writes any address into it.
  if (kind === 'entra') return false
  if (claims.email_verified !== true) return false
  // Google proves an address of another provider once, when the account is made.
  return kind !== 'google' || domain === 'gmail.com' || claimText(claims.hd).toLowerCase() === domain
}

function nameOf(claims: OidcClaims, email: string): string {
  const parts = [claimText(claims.given_name), claimText(claims.family_name)].filter((part) => part !== '')
  const names = [
    claimText(claims.name),
    parts.join(' '),
    claimText(claims.preferred_username).replace(/@.*$/, ''),
    email.replace(/@.*$/, ''),
  ]
  const named = names.map(allowedName).find((name) => name !== '')
  return named ?? 'Newcomer'
}

/** A name with the characters that names may have, not too long. */
const allowedName = (name: string) =>
  [
    ...name
      .replaceAll(/[\p{Cc}*`\\>"@]/gu, ' ')
      .replaceAll(/\s+/g, ' ')
      .replace(/\|\d+$/, '')
      .trim(),
  ]
    .slice(0, 100)
    .join('')
    .trim()

/** The account with an identity's address. */
interface Account {
  readonly id: number
  readonly isActive: boolean
  readonly isBot: boolean
  readonly role: Role
  /** True if it has another identity of the same provider. */
  readonly hasOther: boolean
  /** True if it has a second factor: a link would be a way around it. */
  readonly hasFactor: boolean
  /** True if its person once showed that the mailbox is theirs. */
  readonly isConfirmed: boolean
}

/** Facts about somebody who comes back from a provider. */
interface Arrival {
  readonly identity: Pick<Identity, 'email' | 'isVerified'>
  /** Account that the identity is linked to. */
  readonly linked: { readonly id: number; readonly isActive: boolean } | undefined
  /** Account with the identity's address. */
  readonly account: Account | undefined
  readonly creates: ProviderConfig['creates']
  readonly links: ProviderConfig['links']
  /** True if the organization takes nobody without an invitation. */
  readonly needsInvitation: boolean
}

export type RefusalCode =
  | 'S-2-deactivated'
  | 'S-4-deactivated'
  | 'S-4-bot'
  | 'S-5-other'
  | 'S-6-address'
  | 'S-6-unverified'
  | 'S-6-invitation'
  | 'S-6-closed'

export type Decision =
  | { readonly kind: 'enter'; readonly userId: number }
  | { readonly kind: 'prove'; readonly userId: number }
  | { readonly kind: 'link' | 'claim'; readonly userId: number }
  | { readonly kind: 'create' }
  | { readonly kind: 'refuse'; readonly code: RefusalCode }

const refuse = (code: RefusalCode): Decision => ({ kind: 'refuse', code })

/**
 * Decides about a person who comes back from a provider:
 * - A linked identity enters its account, whatever its address is now.
 * - An account with the address is linked only once the person has proved that it is theirs: the provider's word is not
 *   enough, because addresses change hands and some providers let people write their own.
 * - With `verified-email`, that word links (`link`) accounts of people who showed that the mailbox is theirs. An account
 *   whose address nobody ever confirmed may be that of somebody who wrote down a foreign address: it goes to the person who
 *   has the address (`claim`), and everything that gave access to it ends. Owners, administrators, and people with a second
 *   factor prove it all the same.
 * - Without an account, one is made for a verified address, if the settings allow it.
 */
export function decideArrival(arrival: Arrival): Decision {
  const { identity, linked, account, creates, needsInvitation } = arrival
  if (linked) return linked.isActive ? { kind: 'enter', userId: linked.id } : refuse('S-2-deactivated')
  if (account) {
    if (account.isBot) return refuse('S-4-bot')
    if (!account.isActive) return refuse('S-4-deactivated')
    return account.hasOther ? refuse('S-5-other') : { kind: wayToLink(arrival, account), userId: account.id }
  }
  if (creates === 'off') return refuse('S-6-closed')
  if (identity.email === '') return refuse('S-6-address')
  if (!identity.isVerified) return refuse('S-6-unverified')
  return creates === 'invited' && needsInvitation ? refuse('S-6-invitation') : { kind: 'create' }
}

function wayToLink(
  { identity, links }: Pick<Arrival, 'identity' | 'links'>,
  { role, hasFactor, isConfirmed }: Account,
): 'prove' | 'link' | 'claim' {
  if (links === 'ask' || !identity.isVerified || hasFactor || isAdministrator({ role })) return 'prove'
  if (isConfirmed) return 'link'
  return isModerator({ role }) ? 'prove' : 'claim'
}
