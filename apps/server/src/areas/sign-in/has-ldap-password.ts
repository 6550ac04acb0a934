import type { Uses } from '#call/services.ts'
import { findPasswordHash } from '#store/people/users.ts'
import type { Db } from '#store/sql/db.ts'

/**
 * Whether a person's password is that of the LDAP directory and none of Tagma's own. They change it there: a password
 * here would let them in after the directory has shut them out.
 */
export const hasLdapPassword = async (services: Uses<'ldap'>, db: Db, userId: number): Promise<boolean> =>
  services.outside.ldap !== undefined && (await findPasswordHash(db, userId)) === null
