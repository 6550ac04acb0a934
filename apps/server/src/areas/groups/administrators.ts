import { isAdministrator } from '@tagma/rules/roles.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'

/** Ids of the people who administer the organization now. */
export const administratorIds = ({ users }: OrganizationDirectory): number[] =>
  [...users.values()].flatMap((user) =>
    user.isActive && user.botType === null && isAdministrator(user) ? [user.id] : [],
  )
