import { isAdministrator } from '#directory/can.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'

/** The ids of the people who administer the organization now. */
export const administratorIds = ({ users }: OrganizationDirectory): number[] =>
  [...users.values()].flatMap((user) =>
    user.isActive && user.botType === null && isAdministrator(user) ? [user.id] : [],
  )
