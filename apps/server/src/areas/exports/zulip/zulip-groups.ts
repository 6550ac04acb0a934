import { roles } from '@tagma/contract/objects/user.ts'
import type { GroupSetting } from '@tagma/contract/primitives.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import { isSystemBot } from '#directory/system-bots.ts'
import type { UserRecord } from '#model/records.ts'
import type { ZulipBook, ZulipRow } from './zulip-book.ts'

/** The system groups of Zulip; each has the one before it in it. */
const chain = [
  'role:owners',
  'role:administrators',
  'role:moderators',
  'role:fullmembers',
  'role:members',
  'role:everyone',
  'role:internet',
] as const

/** The system group that somebody is in by themselves. */
const groupsOfRoles: Readonly<Record<number, string>> = {
  [roles.owner]: 'role:owners',
  [roles.administrator]: 'role:administrators',
  [roles.moderator]: 'role:moderators',
  [roles.member]: 'role:members',
  [roles.guest]: 'role:everyone',
}

/** Makes columns of permissions: ids of groups. People and groups by themselves become a group without a name. */
export function permissionColumns(book: ZulipBook, settings: Readonly<Record<string, unknown>>): ZulipRow {
  const columns: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(settings))
    if (/^can_\w+_group$/.test(name)) columns[name] = groupOf(book, value as GroupSetting)
  return columns
}

function groupOf(book: ZulipBook, value: GroupSetting): number {
  if (typeof value === 'number') return value
  const id = book.add('zerver_usergroup', { realm: book.realm })
  for (const user_profile of value.direct_members)
    book.add('zerver_usergroupmembership', { user_group: id, user_profile })
  for (const subgroup of value.direct_subgroups)
    book.add('zerver_groupgroupmembership', { supergroup: id, subgroup })
  return id
}

/** Writes the groups with their members. The book must have given no id of a group before. */
export function writeGroups(book: ZulipBook, directory: OrganizationDirectory): void {
  for (const { id } of directory.groups.values()) book.add('zerver_usergroup', { id, realm: book.realm })
  // Groups without a name get ids above those with one.
  book.skipIds('zerver_usergroup', Math.max(0, ...directory.groups.keys()))
  for (const group of directory.groups.values()) {
    book.add('zerver_namedusergroup', {
      id: group.id,
      usergroup_ptr: group.id,
      realm: book.realm,
      realm_for_sharding: book.realm,
      name: group.name,
      description: group.description,
      is_system_group: group.isSystem,
      creator: group.creatorId,
      date_created: group.createdAt,
      deactivated: group.isDeactivated,
      ...permissionColumns(book, group.settings),
    })
    if (group.isSystem) continue
    for (const user_profile of group.members)
      book.add('zerver_usergroupmembership', { user_group: group.id, user_profile })
    for (const subgroup of group.subgroups)
      book.add('zerver_groupgroupmembership', { supergroup: group.id, subgroup })
  }
  writeSystemMembers(book, directory)
}

function writeSystemMembers(book: ZulipBook, directory: OrganizationDirectory): void {
  const idOf = (name: string) => directory.groupByName(name)?.id
  const put = (user: UserRecord, name: string | undefined) => {
    const group = name === undefined ? undefined : idOf(name)
    if (group !== undefined)
      book.add('zerver_usergroupmembership', { user_group: group, user_profile: user.id })
  }
  for (const user of directory.users.values()) {
    if (isSystemBot(user)) continue
    put(user, groupsOfRoles[user.role])
    if (user.role === roles.member && user.isFullMember) put(user, 'role:fullmembers')
  }
  for (const [index, name] of chain.entries()) {
    const [supergroup, subgroup] = [idOf(name), idOf(chain[index - 1] ?? '')]
    if (supergroup !== undefined && subgroup !== undefined)
      book.add('zerver_groupgroupmembership', { supergroup, subgroup })
  }
}
