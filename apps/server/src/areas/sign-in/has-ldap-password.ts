import type { Uses } from '#call/services.ts'
import { findPasswordHash } from '#store/people/users.ts'
import type { Db } from '#store/sql/db.ts'

/**
 * Tells whether the LDAP directory keeps a person's password. Then it is changed only there: a second password here
 * would still work after the directory has shut the person out.
 */
export const hasLdapPassword = async (services: Uses<'ldap'>, db: Db, userId: number): Promise<boolean> =>
  services.outside.ldap !== undefined && (await findPasswordHash(db, userId)) === null
