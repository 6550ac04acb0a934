import type { UserGroup } from '@tagma/contract/objects/user-group.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import { membersOfSystemGroups } from './members.ts'
import { presentGroup } from './present.ts'

/** All groups by id, deactivated ones where asked for. */
export function listGroups(directory: OrganizationDirectory, includeDeactivated: boolean): UserGroup[] {
  const ofSystem = membersOfSystemGroups(directory)
  return [...directory.groups.values()]
    .filter((group) => includeDeactivated || !group.isDeactivated)
    .toSorted((a, b) => a.id - b.id)
    .map((group) =>
      presentGroup(directory, group, group.isSystem ? (ofSystem.get(group.name) ?? []) : undefined),
    )
}
