import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import { isSystemBot } from '#directory/system-bots.ts'
import type { UserRecord } from '#model/records.ts'
import { badRequest } from '#model/refusal.ts'
import type { Db } from '#store/sql/db.ts'
import { findUsers } from './visibility.ts'

/**
 * Finds the users that a call is about: by id or by API email address, the caller if none are given. Refuses unknown,
 * hidden and deactivated users and the system's own bots alike with BAD_REQUEST.
 */
export async function resolvePrincipals(
  db: Db,
  directory: OrganizationDirectory,
  caller: UserRecord,
  principals: readonly (number | string)[],
): Promise<UserRecord[]> {
  if (principals.length === 0) return [caller]
  const found = await findUsers(db, directory, caller, principals)
  const users = principals.map((principal, index) => {
    const user = found[index]
    if (!user?.isActive || isSystemBot(user))
      throw badRequest(typeof principal === 'number' ? 'No such user' : `No such user: ${principal}`)
    return user
  })
  return [...new Set(users)]
}
