import type { Call } from '#call/call.ts'
import type { UserRecord } from '#model/records.ts'
import { findPasswordHash } from '#store/people/users.ts'
import { hasLdapPassword } from './has-ldap-password.ts'
import { limitGuesses } from './limit-guesses.ts'

/**
 * Tells whether a password belongs to a known account: the LDAP password if the directory keeps it, otherwise the
 * account's own. Throws RATE_LIMIT_HIT after too many wrong ones.
 */
export async function knowsPassword(
  call: Pick<Call, 'directory' | 'services' | 'address'>,
  user: UserRecord,
  { username, password }: { readonly username: string; readonly password: string },
): Promise<boolean> {
  const { directory, services, address } = call
  const isRight = await limitGuesses({ directory, services, address, user, username }, async () => {
    if (await hasLdapPassword(services, services.data.db, user.id)) {
      const account = await services.outside.ldap?.signIn(username.trim(), password)
      return account?.email.toLowerCase() === user.deliveryEmail.toLowerCase() || undefined
    }
    const hash = await findPasswordHash(services.data.db, user.id)
    return (await services.outside.passwords.verify(password, hash)) || undefined
  })
  return isRight === true
}
