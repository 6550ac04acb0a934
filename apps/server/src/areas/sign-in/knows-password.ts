import type { Call } from '#call/call.ts'
import { ldapKey } from '#model/ldap-identity.ts'
import type { UserRecord } from '#model/records.ts'
import { findIdentity } from '#store/people/external-identities.ts'
import { findPasswordHash } from '#store/people/users.ts'
import { hasLdapPassword } from './has-ldap-password.ts'
import { limitGuesses } from './limit-guesses.ts'
import { renewHash } from './renew-hash.ts'

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
      const person = await services.outside.ldap?.signIn(username.trim(), password)
      if (!person) return undefined
      const linked = await findIdentity(services.data.db, directory.organization.id, ldapKey(person))
      return linked?.userId === user.id || undefined
    }
    const hash = await findPasswordHash(services.data.db, user.id)
    if (!(await services.outside.passwords.verify(password, hash))) return undefined
    await renewHash({ directory, services }, user, password, hash)
    return true
  })
  return isRight === true
}
