import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import { isSystemBot } from '#directory/system-bots.ts'
import { badRequest } from '#model/refusal.ts'

/** Refuses users who do not exist or are deactivated, and the system's own bots. */
export function checkUsers(directory: OrganizationDirectory, userIds: readonly number[]): void {
  for (const id of userIds) {
    const user = directory.users.get(id)
    if (!user?.isActive || isSystemBot(user)) throw badRequest(`Invalid user ID: ${id}`)
  }
}
