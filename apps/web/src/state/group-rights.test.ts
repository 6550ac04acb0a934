import type { UserGroup } from '@tagma/contract/objects/user-group.ts'
import { roles } from '@tagma/contract/roles.ts'
import { userGroupSettingNames } from '@tagma/contract/settings/group-permissions.ts'
import type { State } from '@tagma/sync/state.ts'
import { expect, test } from 'vitest'
import { mayTakeBack } from './group-rights.ts'

const nobody = { direct_members: [], direct_subgroups: [] }
const only = (...direct_members: number[]) => ({ direct_members, direct_subgroups: [] })
const otto = 11

const makers = (parts: Partial<UserGroup>) =>
  ({
    id: 7,
    name: 'makers',
    is_system_group: false,
    deactivated: false,
    members: [otto, 12],
    direct_subgroup_ids: [],
    ...Object.fromEntries(userGroupSettingNames.map((name) => [name, nobody])),
    ...parts,
  }) as unknown as UserGroup

const seenBy = (userId: number, group: UserGroup) =>
  ({
    user_id: userId,
    realm_users: [{ user_id: userId, role: roles.member }],
    realm_user_groups: [group],
    realm_can_manage_all_groups: nobody,
  }) as unknown as State

const mayTake = (parts: Partial<UserGroup>, change: Parameters<typeof mayTakeBack>[2]) => {
  const group = makers(parts)
  return mayTakeBack(seenBy(otto, group), group, change)
}

test.each([
  ['nobody may join', {}, false],
  ['they may join', { can_join_group: only(otto) }, true],
  ['they may add members', { can_add_members_group: only(otto) }, true],
  ['only members of the group may join', { can_join_group: 7 }, false],
] as const)('who leaves a group may come back: %s', (_title, parts, may) => {
  expect(mayTake({ can_leave_group: only(otto), ...parts }, { remove: [otto] })).toBe(may)
})

test('others who were removed are added again by those who may add, not by those who may join', () => {
  expect(mayTake({ can_join_group: only(otto) }, { remove: [12] })).toBe(false)
  expect(mayTake({ can_add_members_group: only(otto) }, { remove: [12] })).toBe(true)
})

test('who joins may leave again, or may not', () => {
  expect(mayTake({ members: [], can_join_group: only(otto) }, { add: [otto] })).toBe(false)
  expect(mayTake({ members: [], can_leave_group: 7 }, { add: [otto] })).toBe(true)
  expect(mayTake({ can_leave_group: 7 }, { addGroups: [8] })).toBe(false)
  expect(mayTake({ can_remove_members_group: only(otto) }, { addGroups: [8] })).toBe(true)
})
