import type { Services } from '#server/call.ts'
import type { Db } from '#store/db.ts'
import { findPasswordHash } from '#store/users.ts'

/**
 * Whether a person's password is that of the LDAP directory and none of Tagma's own. They change it there: a password
 * here would let them in after the directory has shut them out.
 */
export const hasLdapPassword = async (
  services: Pick<Services, 'ldap'>,
  db: Db,
  userId: number,
): Promise<boolean> => services.ldap !== undefined && (await findPasswordHash(db, userId)) === null
