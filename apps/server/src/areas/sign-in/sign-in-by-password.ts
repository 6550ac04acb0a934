import { roles } from '@tagma/contract/objects/user.ts'
import { createAccount } from '#areas/accounts/create-account.ts'
import { emailDomainProblem } from '#areas/organization/email-rules.ts'
import type { Call } from '#call/call.ts'
import { byStranger } from '#model/audit.ts'
import type { UserRecord } from '#model/records.ts'
import { Refusal } from '#model/refusal.ts'
import type { LdapAccount } from '#ports/ldap.ts'
import { findPasswordHash } from '#store/people/users.ts'
import { limitGuesses } from './limit-guesses.ts'

type Parts = Pick<Call, 'directory' | 'services' | 'address'>

/**
 * Finds the user with this user name and password. Asks LDAP first if it is set up, and then the account's own
 * password. An unknown account takes as long as a wrong password. Throws RATE_LIMIT_HIT after too many wrong ones.
 */
export async function signInByPassword(call: Parts, username: string, password: string): Promise<UserRecord> {
  const { directory, services, address } = call
  const name = username.trim()
  const found = await limitGuesses(
    { directory, services, address, user: directory.userByEmail(name), username: name },
    async () => (await byLdap(call, name, password)) ?? (await byPassword(call, name, password)),
  )
  if (!found) throw new Refusal('AUTHENTICATION_FAILED', 'Your username or password is incorrect')
  if (!found.isActive) throw new Refusal('USER_DEACTIVATED', 'Account is deactivated')
  return found
}

async function byPassword(
  { directory, services }: Parts,
  username: string,
  password: string,
): Promise<UserRecord | undefined> {
  const user = directory.userByEmail(username)
  const isPerson = user !== undefined && user.botType === null
  const hash = isPerson ? await findPasswordHash(services.data.db, user.id) : null
  const isRight = await services.outside.passwords.verify(password, hash)
  return isRight && isPerson ? user : undefined
}

/** Signs a user in at the directory server, and makes the account at the first sign-in. */
async function byLdap(call: Parts, username: string, password: string): Promise<UserRecord | undefined> {
  const {
    log,
    outside: { ldap },
  } = call.services
  if (!ldap) return undefined
  let account: LdapAccount | undefined
  try {
    account = await ldap.signIn(username, password)
  } catch (error) {
    log.warn({ err: error }, 'The LDAP server cannot be asked; only passwords of Tagma itself count.')
  }
  if (!account) return undefined
  const user = call.directory.userByEmail(account.email)
  return user?.botType === null ? user : makeAccount(call, account)
}

async function makeAccount({ directory, services, address }: Parts, { email, fullName }: LdapAccount) {
  const problem = emailDomainProblem(directory.organization, email)
  if (problem !== undefined) throw new Refusal('AUTHENTICATION_FAILED', problem)
  return services.data.transact(
    directory.organization.id,
    async (tx) => {
      const made = directory.userByEmail(email)
      return (
        made ??
        (await createAccount(tx, directory, services.time.random, {
          email,
          fullName,
          role: roles.member,
          passwordHash: null,
        }))
      )
    },
    { by: byStranger(address) },
  )
}
