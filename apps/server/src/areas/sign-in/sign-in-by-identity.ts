import { roles } from '@tagma/contract/objects/user.ts'
import { emailProblem, nameTakenProblem } from '#areas/accounts/account-rules.ts'
import { createAccount } from '#areas/accounts/create-account.ts'
import { insertSecurityMail, providerLinkedMail } from '#areas/accounts/security-mails.ts'
import { emailDomainProblem } from '#areas/organization/email-rules.ts'
import { changeAddress } from '#areas/users/change-address.ts'
import type { Call } from '#call/call.ts'
import type { ProviderConfig } from '#config/sign-in.ts'
import { bySignInService } from '#model/audit.ts'
import { must } from '#model/must.ts'
import type { UserRecord } from '#model/records.ts'
import type { Tx } from '#store/log/tx.ts'
import { insertIdentity, noteIdentityUse } from '#store/people/external-identities.ts'
import { insertSignInFlow, type SignInFlow } from '#store/people/sign-in-flows.ts'
import { updateUser } from '#store/people/users.ts'
import type { Language } from '#words/words.ts'
import { claimAccount } from './claim-account.ts'
import { roleAfter } from './claimed-groups.ts'
import { decideAbout } from './decide-about.ts'
import type { FlowProblem } from './flow-problem.ts'
import { flowSeconds, handleLength } from './flow-secrets.ts'
import { followClaims } from './follow-claims.ts'
import type { Identity } from './identity-rules.ts'

type Parts = Pick<Call, 'services' | 'directory' | 'address'>

/** Somebody who comes back from a provider, and the flow that they began. */
interface Vouched {
  readonly provider: ProviderConfig
  readonly identity: Identity
  readonly flow: SignInFlow
  /** Language that the person's browser asks for: a new account begins with it. */
  readonly language: Language | undefined
}

/** `enter`: signed in, to an account that may be new. `prove`: the person has to show that an account is theirs, on a page that continues the flow of `handle`. */
type Arrived =
  | {
      readonly kind: 'enter'
      readonly user: UserRecord
      readonly identityId: number
      readonly isNew: boolean
    }
  | { readonly kind: 'prove'; readonly handle: string }
  | { readonly kind: 'refuse'; readonly code: FlowProblem }

/** Finds or makes the account of somebody who comes back from a provider, in one transaction. */
export async function signInByIdentity(
  { services, directory, address }: Parts,
  vouched: Vouched,
): Promise<Arrived> {
  const { provider, identity, flow } = vouched
  const handle = services.time.random.token(handleLength)
  const decide = async (tx: Tx): Promise<Arrived> => {
    const { linked, decision } = await decideAbout(tx.db, directory, provider, identity)
    if (decision.kind === 'refuse') return decision
    if (decision.kind === 'create') return makeAccount(tx, { services, directory, address }, vouched)
    if (decision.kind === 'prove') {
      const { issuer, subject, email, session, name, groups } = identity
      const waiting = {
        issuer,
        subject,
        email,
        ...(session === undefined ? {} : { session }),
        ...(name && { name }),
        ...(groups === undefined ? {} : { groups }),
      }
      const data = { ...flow.data, identity: waiting }
      const { userId } = decision
      await insertSignInFlow(
        tx,
        handle,
        { provider: provider.name, purpose: 'link', userId, data },
        tx.now + flowSeconds,
      )
      return { kind: 'prove', handle }
    }
    if (decision.kind !== 'enter') return takeAccount(tx, { services, directory }, vouched, decision)
    const link = must(linked, 'who enters is linked')
    await noteIdentityUse(tx, link.id, identity.email)
    const user = must(directory.users.get(decision.userId), 'a linked account exists')
    await followAddress(tx, { services, directory }, user, vouched)
    const { groups } = identity
    await followClaims(tx, { services, directory }, { provider, user, identity: link, groups })
    return { kind: 'enter', user, identityId: link.id, isNew: false }
  }
  return services.data.transact(directory.organization.id, decide, {
    by: bySignInService(provider.name, address),
  })
}

/** Links an account by the provider's word; `claim` ends first what gave access to it. */
async function takeAccount(
  tx: Tx,
  parts: Pick<Parts, 'services' | 'directory'>,
  { provider, identity }: Vouched,
  { kind, userId }: { readonly kind: 'link' | 'claim'; readonly userId: number },
): Promise<Arrived> {
  const { services, directory } = parts
  const user = must(directory.users.get(userId), 'an account with the address exists')
  if (kind === 'claim') await claimAccount(tx, parts, user)
  await updateUser(tx, userId, { email_confirmed_at: tx.now })
  const id = await insertIdentity(tx, userId, { ...identity, provider: provider.name })
  const target = { kind: 'user', id: userId } as const
  tx.audit('identity.linked', target, { provider: provider.name, by: kind })
  const concerned = { config: services.config, organization: directory.organization, user }
  await insertSecurityMail(tx, providerLinkedMail(concerned, provider.label))
  const { groups } = identity
  await followClaims(tx, parts, { provider, user, identity: { id, givenRole: null }, groups })
  return { kind: 'enter', user, identityId: id, isNew: false }
}

async function makeAccount(
  tx: Tx,
  { services, directory }: Parts,
  { provider, identity, language }: Vouched,
): Promise<Arrived> {
  const { email, fullName, groups } = identity
  const givenRole = groups?.kind === 'named' ? groups.role : null
  const initial = { role: roles.member, given: null }
  const mapped = provider.followed && roleAfter(provider.followed, initial, givenRole)
  if (emailDomainProblem(directory.organization, email) !== undefined)
    return { kind: 'refuse', code: 'S-6-domain' }
  if (nameTakenProblem(directory, fullName) !== undefined) return { kind: 'refuse', code: 'S-6-name' }
  const user = await createAccount(tx, directory, services.time.random, {
    email,
    fullName,
    role: mapped ?? roles.member,
    passwordHash: null,
    language,
    welcome: { config: services.config, signIn: 'elsewhere' },
  })
  const identityId = await insertIdentity(tx, user.id, {
    ...identity,
    provider: provider.name,
    givenRole,
  })
  tx.audit('identity.linked', { kind: 'user', id: user.id }, { provider: provider.name })
  await updateUser(tx, user.id, { email_confirmed_at: tx.now })
  const made = { id: identityId, givenRole }
  await followClaims(tx, { services, directory }, { provider, user, identity: made, groups })
  return { kind: 'enter', user, identityId, isNew: true }
}

/** Gives an account the address that its person has at the provider now, where the settings want that. */
async function followAddress(
  tx: Tx,
  parts: Pick<Parts, 'services' | 'directory'>,
  user: UserRecord,
  { provider, identity: { email, isVerified } }: Vouched,
): Promise<void> {
  if (!provider.syncsEmail || !isVerified || email.toLowerCase() === user.deliveryEmail.toLowerCase()) return
  const { directory, services } = parts
  const other = directory.userByEmail(email)
  const isFree = other === undefined || other.id === user.id
  const problem = isFree
    ? (emailProblem(email) ?? emailDomainProblem(directory.organization, email))
    : 'Somebody else has this address.'
  if (problem === undefined) {
    await changeAddress(tx, parts, user, { newEmail: email, by: 'elsewhere' })
    await updateUser(tx, user.id, { email_confirmed_at: tx.now })
  } else
    services.log.warn(
      { provider: provider.name, organization: directory.organization.id, user: user.id, problem },
      'An account cannot follow the address of its person at a provider.',
    )
}
