import { roles } from '@tagma/contract/objects/user.ts'
import type { SystemGroup } from '@tagma/contract/settings/organization-permissions.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import { isSystemBot } from '#directory/system-bots.ts'
import type { GroupRecord, UserRecord } from '#model/records.ts'

/** System groups that a user is a direct member of: that of the role, and full members also in theirs. */
export function systemGroupsOf(user: Pick<UserRecord, 'role' | 'isFullMember' | 'isActive'>): SystemGroup[] {
  if (!user.isActive) return []
  switch (user.role) {
    case roles.owner:
      return ['role:owners']
    case roles.administrator:
      return ['role:administrators']
    case roles.moderator:
      return ['role:moderators']
    case roles.member:
      return user.isFullMember ? ['role:fullmembers', 'role:members'] : ['role:members']
    case roles.guest:
      return ['role:everyone']
  }
}

/** Ids of the active direct members of a group, ascending. */
export function directMembers(directory: OrganizationDirectory, group: GroupRecord): number[] {
  if (group.isSystem) return membersOfSystemGroups(directory).get(group.name) ?? []
  return [...group.members].filter((id) => directory.users.get(id)?.isActive).toSorted((a, b) => a - b)
}

/** Ids of the direct members of all system groups, by name, in one pass over the users. */
export function membersOfSystemGroups(directory: OrganizationDirectory): Map<string, number[]> {
  const members = new Map<string, number[]>()
  for (const user of directory.users.values()) {
    if (isSystemBot(user)) continue
    for (const name of systemGroupsOf(user)) {
      const list = members.get(name)
      if (list) list.push(user.id)
      else members.set(name, [user.id])
    }
  }
  for (const list of members.values()) list.sort((a, b) => a - b)
  return members
}

/** Ids of the active members of a group and of its subgroups, ascending. */
export function allMembers(directory: OrganizationDirectory, group: GroupRecord): number[] {
  return [...directory.users.values()]
    .filter((user) => user.isActive && !isSystemBot(user) && directory.isInGroup(user, group.id))
    .map((user) => user.id)
    .toSorted((a, b) => a - b)
}

/** Ids of a group's subgroups at any depth. */
export function allSubgroups(directory: OrganizationDirectory, group: GroupRecord): Set<number> {
  const found = new Set<number>()
  const visit = (id: number) => {
    for (const subgroup of directory.groups.get(id)?.subgroups ?? []) {
      if (found.has(subgroup)) continue
      found.add(subgroup)
      visit(subgroup)
    }
  }
  visit(group.id)
  return found
}
