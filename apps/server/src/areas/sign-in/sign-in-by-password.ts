import { roles } from '@tagma/contract/objects/user.ts'
import { nameTakenProblem } from '#areas/accounts/account-rules.ts'
import { createAccount } from '#areas/accounts/create-account.ts'
import { emailDomainProblem } from '#areas/organization/email-rules.ts'
import type { Call } from '#call/call.ts'
import { organizationUrl } from '#directory/organization-url.ts'
import { byAccount, byStranger } from '#model/audit.ts'
import { ldapKey, ldapProvider } from '#model/ldap-identity.ts'
import { must } from '#model/must.ts'
import type { UserRecord } from '#model/records.ts'
import { Refusal } from '#model/refusal.ts'
import type { LdapPerson } from '#ports/ldap.ts'
import { findIdentity, hasIdentityOf, insertIdentity } from '#store/people/external-identities.ts'
import { findPasswordHash } from '#store/people/users.ts'
import type { Language } from '#words/words.ts'
import type { Device } from './device-cookie.ts'
import { limitGuesses } from './limit-guesses.ts'
import { renewHash } from './renew-hash.ts'

type Parts = Pick<Call, 'directory' | 'services' | 'address'> & {
  readonly device?: Device
  /** Language that the browser asks for: a new account begins with it. Undefined: the language of the organization. */
  readonly language?: Language | undefined
}

/**
 * `enter`: somebody who is signed in; `isNew` if they have only now got their account. `prove`: LDAP knows the person, and an
 * account with their address is linked to nobody there yet. It is theirs once they have proved it: in the directory, some
 * people write their own address.
 */
export type Known =
  | { readonly kind: 'enter'; readonly user: UserRecord }
  | { readonly kind: 'prove'; readonly user: UserRecord; readonly person: LdapPerson }

/**
 * Finds the user with this user name and password. Asks LDAP first if it is set up, and then the account's own
 * password. An unknown account takes as long as a wrong password. Throws RATE_LIMIT_HIT after too many wrong ones.
 */
export async function signInByPassword(call: Parts, username: string, password: string): Promise<Known> {
  const { directory, services, address, device } = call
  const name = username.trim()
  const found = await limitGuesses(
    { directory, services, address, device, user: directory.userByEmail(name), username: name },
    async () => (await byLdap(call, name, password)) ?? (await byPassword(call, name, password)),
  )
  if (!found) throw new Refusal('AUTHENTICATION_FAILED', 'Your username or password is incorrect')
  if (!found.user.isActive) throw new Refusal('USER_DEACTIVATED', 'Account is deactivated')
  return found
}

/** The same, for callers that have no page on which somebody could prove that an account is theirs. */
export async function requireSignIn(call: Parts, username: string, password: string): Promise<UserRecord> {
  const { kind, user } = await signInByPassword(call, username, password)
  if (kind === 'enter') return user
  const { services, directory } = call
  throw new Refusal(
    'AUTHENTICATION_FAILED',
    `There is an account with your address. Sign in once at ${organizationUrl(services.config, directory.organization)}/login/ to prove that it is yours; after that this works too.`,
  )
}

async function byPassword(
  { directory, services }: Parts,
  username: string,
  password: string,
): Promise<Known | undefined> {
  const user = directory.userByEmail(username)
  const isPerson = user !== undefined && user.botType === null
  const hash = isPerson ? await findPasswordHash(services.data.db, user.id) : null
  const isRight = await services.outside.passwords.verify(password, hash)
  if (!isRight || !isPerson) return undefined
  await renewHash({ directory, services }, user, password, hash)
  return { kind: 'enter', user }
}

/** Signs a user in at the directory server, and makes the account at the first sign-in. */
async function byLdap(call: Parts, username: string, password: string): Promise<Known | undefined> {
  const {
    log,
    data,
    outside: { ldap, passwords },
  } = call.services
  const { directory } = call
  if (!ldap) return undefined
  let person: LdapPerson | undefined
  try {
    person = await ldap.signIn(username, password)
  } catch (error) {
    log.warn({ err: error }, 'LDAP cannot sign anybody in; only passwords of Tagma itself count.')
  }
  if (!person) return undefined
  const linked = await findIdentity(data.db, directory.organization.id, ldapKey(person))
  const user = linked
    ? must(directory.users.get(linked.userId), 'a linked account exists')
    : directory.userByEmail(person.email)
  if (linked && user) return { kind: 'enter', user }
  if (!user) return makeAccount(call, person)
  if (user.botType !== null || (await hasIdentityOf(data.db, user.id, ldapProvider)))
    throw new Refusal(
      'AUTHENTICATION_FAILED',
      'The account with your address belongs to somebody else in the directory. Ask the administrators of your organization.',
    )
  // One password in both places proves that the account is theirs.
  return (await passwords.verify(password, await findPasswordHash(data.db, user.id)))
    ? { kind: 'enter', user: await linkAccount(call, user, person) }
    : { kind: 'prove', user, person }
}

async function linkAccount({ directory, services, address }: Parts, user: UserRecord, person: LdapPerson) {
  await services.data.transact(
    directory.organization.id,
    async (tx) => {
      if (await hasIdentityOf(tx.db, user.id, ldapProvider)) return
      await insertIdentity(tx, user.id, { ...ldapKey(person), email: person.email })
      tx.audit('identity.linked', { kind: 'user', id: user.id }, { provider: ldapProvider })
    },
    { by: byAccount(user, address) },
  )
  return user
}

async function makeAccount(
  { directory, services, address, language }: Parts,
  person: LdapPerson,
): Promise<Known> {
  const { email, fullName } = person
  const problem =
    emailDomainProblem(directory.organization, email) ?? nameTakenProblem(directory, fullName.trim())
  if (problem !== undefined) throw new Refusal('AUTHENTICATION_FAILED', problem)
  const key = ldapKey(person)
  return services.data.transact<Known>(
    directory.organization.id,
    async (tx) => {
      // Two sign-ins may come at the same moment.
      const linked = await findIdentity(tx.db, tx.organizationId, key)
      const made = directory.users.get(linked?.userId ?? 0)
      if (made) return { kind: 'enter', user: made }
      const user = await createAccount(tx, directory, services.time.random, {
        email,
        fullName,
        role: roles.member,
        passwordHash: null,
        language,
        welcome: { config: services.config, signIn: 'elsewhere' },
      })
      await insertIdentity(tx, user.id, { ...key, email })
      tx.audit('identity.linked', { kind: 'user', id: user.id }, { provider: ldapProvider })
      return { kind: 'enter', user }
    },
    { by: byStranger(address) },
  )
}
