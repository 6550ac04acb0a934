import type { UserGroup } from '@tagma/contract/objects/user-group.ts'
import type { Sight } from '#areas/users/visibility.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import { directMembers, membersOfSystemGroups } from './members.ts'
import { presentGroup } from './present.ts'

/** Lists all groups by id, deactivated ones only if asked for. Members are limited to people the viewer sees. */
export function listGroups(
  directory: OrganizationDirectory,
  includeDeactivated: boolean,
  sees?: Sight,
): UserGroup[] {
  const ofSystem = membersOfSystemGroups(directory)
  const isSeen = (id: number) => {
    const user = directory.users.get(id)
    return !sees || (user !== undefined && sees(user))
  }
  return [...directory.groups.values()]
    .filter((group) => includeDeactivated || !group.isDeactivated)
    .toSorted((a, b) => a.id - b.id)
    .map((group) => {
      const members = group.isSystem ? (ofSystem.get(group.name) ?? []) : directMembers(directory, group)
      return presentGroup(directory, group, members.filter(isSeen))
    })
}
