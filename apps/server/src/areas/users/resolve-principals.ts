import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { UserRecord } from '#directory/records.ts'
import { badRequest } from '#server/refusal.ts'
import { isSystemBot } from './present.ts'

/**
 * The users that a call is about: by id or by API email address; the caller when none are given. Refuses unknown and
 * deactivated ones and the system's own bots alike with BAD_REQUEST. Spec: POST /users/me/subscriptions, `principals`.
 */
export function resolvePrincipals(
  directory: OrganizationDirectory,
  caller: UserRecord,
  principals: readonly (number | string)[],
): UserRecord[] {
  if (principals.length === 0) return [caller]
  const users = principals.map((principal) => {
    const user =
      typeof principal === 'number' ? directory.users.get(principal) : directory.userByEmail(principal)
    if (!user?.isActive || isSystemBot(user))
      throw badRequest(typeof principal === 'number' ? 'No such user' : `No such user: ${principal}`)
    return user
  })
  return [...new Set(users)]
}
