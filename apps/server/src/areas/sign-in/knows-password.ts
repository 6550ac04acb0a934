import type { Call } from '#call/call.ts'
import { ldapProvider } from '#model/ldap-identity.ts'
import type { UserRecord } from '#model/records.ts'
import { listSubjects } from '#store/people/external-identities.ts'
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
      // People sign in at the directory by a name that need not be their address here.
      const [id] = await listSubjects(services.data.db, user.id, ldapProvider)
      return (id !== undefined && (await services.outside.ldap?.isPasswordOf(id, password))) || undefined
    }
    const hash = await findPasswordHash(services.data.db, user.id)
    if (!(await services.outside.passwords.verify(password, hash))) return undefined
    await renewHash({ directory, services }, user, password, hash)
    return true
  })
  return isRight === true
}
