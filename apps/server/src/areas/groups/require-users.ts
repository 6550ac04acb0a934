import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import { isSystemBot } from '#directory/system-bots.ts'
import type { UserRecord } from '#model/records.ts'
import { badRequest } from '#model/refusal.ts'

/** Returns the users with these ids. Refuses users who are unknown or deactivated, and the system's own bots. */
export const requireUsers = (directory: OrganizationDirectory, userIds: readonly number[]): UserRecord[] =>
  userIds.map((id) => {
    const user = directory.users.get(id)
    if (!user?.isActive || isSystemBot(user)) throw badRequest(`Invalid user ID: ${id}`)
    return user
  })
