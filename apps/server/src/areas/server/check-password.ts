import { emailDomainProblem } from '#areas/organization/email-rules.ts'
import { createAccount } from '#areas/users/create-account.ts'
import type { UserRecord } from '#directory/records.ts'
import type { LdapAccount } from '#ports/ldap.ts'
import type { Call } from '#server/call.ts'
import { Refusal } from '#server/refusal.ts'
import { findPasswordHash } from '#store/users.ts'
import { hasLdapPassword } from './has-ldap-password.ts'

type Parts = Pick<Call, 'directory' | 'services' | 'db' | 'address' | 'countAgainst' | 'transact'>

/**
 * The user whose user name and password these are: by LDAP where it is set up, otherwise or else by the account's own
 * password. Guesses count against the account and against the address they come from; an unknown account takes as long
 * as a wrong password.
 */
export async function checkPassword(call: Parts, username: string, password: string): Promise<UserRecord> {
  const { directory, countAgainst, address } = call
  // The address comes first: who guesses too much shall leave no trace of further names.
  countAgainst('password_guess', `address ${address}`)
  countAgainst('password_guess', `account ${directory.organization.id} ${username.toLowerCase()}`)
  const user = (await byLdap(call, username.trim(), password)) ?? (await byPassword(call, username, password))
  if (!user) throw new Refusal('AUTHENTICATION_FAILED', 'Your username or password is incorrect')
  if (!user.isActive) throw new Refusal('USER_DEACTIVATED', 'Account is deactivated')
  return user
}

/**
 * Whether somebody knows the password of an account that is known already: that of the LDAP directory, by the user name
 * there, where it keeps theirs, and their own otherwise. Counts as a guess.
 */
export async function knowsPassword(
  call: Pick<Parts, 'services' | 'address'>,
  user: UserRecord,
  { username, password }: { readonly username: string; readonly password: string },
): Promise<boolean> {
  const { services, address } = call
  services.countAgainst(
    'password_guess',
    `account ${user.organizationId} ${user.deliveryEmail.toLowerCase()}`,
  )
  services.countAgainst('password_guess', `address ${address}`)
  if (await hasLdapPassword(services, services.db, user.id)) {
    const account = await services.ldap?.signIn(username.trim(), password)
    return account?.email.toLowerCase() === user.deliveryEmail.toLowerCase()
  }
  return services.passwords.verify(password, await findPasswordHash(services.db, user.id))
}

async function byPassword(
  { directory, db, services }: Parts,
  username: string,
  password: string,
): Promise<UserRecord | undefined> {
  const user = directory.userByEmail(username.trim())
  const isPerson = user !== undefined && user.botType === null
  const hash = isPerson ? await findPasswordHash(db, user.id) : null
  const isRight = await services.passwords.verify(password, hash)
  return isRight && isPerson ? user : undefined
}

/** Somebody whom the directory server knows; their account is made at the first sign-in. */
async function byLdap(call: Parts, username: string, password: string): Promise<UserRecord | undefined> {
  const { ldap, log } = call.services
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

async function makeAccount({ directory, services, transact }: Parts, { email, fullName }: LdapAccount) {
  const problem = emailDomainProblem(directory.organization, email)
  if (problem !== undefined) throw new Refusal('AUTHENTICATION_FAILED', problem)
  return transact(async (tx) => {
    const made = directory.userByEmail(email)
    return (
      made ??
      (await createAccount(tx, directory, services.random, {
        email,
        fullName,
        role: 400,
        passwordHash: null,
      }))
    )
  })
}
