import { isAdministrator } from '#areas/groups/can.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { Audience } from '#events/audience.ts'

/** Those who administer the bots of an owner. */
export function administratorsOf(directory: OrganizationDirectory, ownerId: number | null): Audience {
  const users = [...directory.users.values()].filter(
    (user) => user.isActive && (user.id === ownerId || isAdministrator(user)),
  )
  return { users: users.map((user) => user.id) }
}
