import type { UserRecord } from '#directory/records.ts'
import type { Call } from '#server/call.ts'
import { Refusal } from '#server/refusal.ts'
import { findPasswordHash } from '#store/users.ts'

/**
 * The user whose email address and password these are. Guesses count against the account and against the address they
 * come from; an unknown account takes as long as a wrong password.
 */
export async function checkPassword(
  {
    directory,
    services,
    db,
    address,
    countAgainst,
  }: Pick<Call, 'directory' | 'services' | 'db' | 'address' | 'countAgainst'>,
  username: string,
  password: string,
): Promise<UserRecord> {
  countAgainst('password_guess', `account ${directory.organization.id} ${username.toLowerCase()}`)
  countAgainst('password_guess', `address ${address}`)
  const user = directory.userByEmail(username.trim())
  const isPerson = user !== undefined && user.botType === null
  const hash = isPerson ? await findPasswordHash(db, user.id) : null
  const isRight = await services.passwords.verify(password, hash)
  if (!isRight || !isPerson)
    throw new Refusal('AUTHENTICATION_FAILED', 'Your username or password is incorrect')
  if (!user.isActive) throw new Refusal('USER_DEACTIVATED', 'Account is deactivated')
  return user
}
