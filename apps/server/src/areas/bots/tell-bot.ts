import { isAdministrator } from '@tagma/rules/roles.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { Audience } from '#model/audience.ts'

/** Audience that sees the configuration of an owner's bots. */
export function observersOf(directory: OrganizationDirectory, ownerId: number | null): Audience {
  const users = [...directory.users.values()].filter(
    (user) => user.isActive && (user.id === ownerId || isAdministrator(user)),
  )
  return { users: users.map((user) => user.id) }
}
