import { createUserGroup } from '@tagma/contract/endpoints/groups/create-user-group.ts'
import { deactivateUserGroup } from '@tagma/contract/endpoints/groups/deactivate-user-group.ts'
import { getIsUserGroupMember } from '@tagma/contract/endpoints/groups/get-is-user-group-member.ts'
import { getUserGroupMembers } from '@tagma/contract/endpoints/groups/get-user-group-members.ts'
import { getUserGroupSubgroups } from '@tagma/contract/endpoints/groups/get-user-group-subgroups.ts'
import { getUserGroups } from '@tagma/contract/endpoints/groups/get-user-groups.ts'
import { updateUserGroupMembers } from '@tagma/contract/endpoints/groups/update-user-group-members.ts'
import { updateUserGroupSubgroups } from '@tagma/contract/endpoints/groups/update-user-group-subgroups.ts'
import { updateUserGroup } from '@tagma/contract/endpoints/groups/update-user-group.ts'
import { sendMessage } from '@tagma/contract/endpoints/messages/send-message.ts'
import { userGroupSettingNames, type UserGroupSetting } from '@tagma/contract/objects/user-group.ts'
import { expect, test } from 'vitest'
import { testApp, type TestClient } from '#test/app.ts'
import type { TestUser } from '#test/given.ts'
import { everyCaller, outcomeOf } from '#test/matrix.ts'

// Tests who may do what with a user group that somebody else has made. Columns: owner, administrator, moderator,
// member, guest, and a member's bot. Rows: the one setting of the group that names the caller; all its other settings
// name nobody. `+` is carried out, `-` is refused. Owners manage all groups, and guests none.

const all = '++++-+'
const managers = '+-----'

/** A group to act on. */
interface Place {
  readonly caller: TestUser
  /** Neither in the group nor named by its settings. */
  readonly other: TestUser
  /** In the group. */
  readonly member: TestUser
  readonly groupId: number
  /** Its subgroup. */
  readonly innerId: number
  /** An unrelated group. */
  readonly foreignId: number
  readonly name: string
}

interface Row {
  readonly act: (client: TestClient, place: Place) => Promise<unknown>
  /** Outcome when no setting names the caller. */
  readonly none: string
  /** Outcome for each setting that makes a difference. */
  readonly with?: Readonly<Partial<Record<UserGroupSetting, string>>>
  /** Prepared by somebody else before the act. */
  readonly given?: (client: TestClient, place: Place) => Promise<unknown>
}

const members =
  (change: (place: Place) => { add?: number[]; delete?: number[] }): Row['act'] =>
  (client, place) =>
    client.call(updateUserGroupMembers, { user_group_id: place.groupId, ...change(place) })

const table: Readonly<Record<string, Row>> = {
  'list groups': { act: (client) => client.call(getUserGroups, {}), none: all },
  'list members': {
    act: (client, { groupId }) => client.call(getUserGroupMembers, { user_group_id: groupId }),
    none: all,
  },
  'list subgroups': {
    act: (client, { groupId }) => client.call(getUserGroupSubgroups, { user_group_id: groupId }),
    none: all,
  },
  'ask for membership': {
    act: (client, { groupId, other }) =>
      client.call(getIsUserGroupMember, { user_group_id: groupId, user_id: other.id }),
    none: all,
  },
  'create a group': {
    act: (client, { name }) =>
      client.call(createUserGroup, { name: `${name} too`, description: '', members: [] }),
    none: all,
  },
  rename: {
    act: (client, { groupId, name }) =>
      client.call(updateUserGroup, { user_group_id: groupId, name: `${name}!` }),
    none: managers,
    with: { can_manage_group: all },
  },
  'change a permission': {
    act: (client, { groupId, other }) =>
      client.call(updateUserGroup, {
        user_group_id: groupId,
        can_mention_group: { new: { direct_members: [other.id], direct_subgroups: [] } },
      }),
    none: managers,
    with: { can_manage_group: all },
  },
  'add somebody': {
    act: members(({ other }) => ({ add: [other.id] })),
    none: managers,
    with: { can_manage_group: all, can_add_members_group: all },
  },
  join: {
    act: members(({ caller }) => ({ add: [caller.id] })),
    none: managers,
    with: { can_manage_group: all, can_add_members_group: all, can_join_group: all },
  },
  'remove somebody': {
    act: members(({ member }) => ({ delete: [member.id] })),
    none: managers,
    with: { can_manage_group: all, can_remove_members_group: all },
  },
  leave: {
    given: members(({ caller }) => ({ add: [caller.id] })),
    act: members(({ caller }) => ({ delete: [caller.id] })),
    none: managers,
    with: { can_manage_group: all, can_remove_members_group: all, can_leave_group: all },
  },
  'add a subgroup': {
    act: (client, { groupId, foreignId }) =>
      client.call(updateUserGroupSubgroups, { user_group_id: groupId, add: [foreignId] }),
    none: managers,
    with: { can_manage_group: all, can_add_members_group: all },
  },
  'remove a subgroup': {
    act: (client, { groupId, innerId }) =>
      client.call(updateUserGroupMembers, { user_group_id: groupId, delete_subgroups: [innerId] }),
    none: managers,
    with: { can_manage_group: all },
  },
  deactivate: {
    act: (client, { groupId }) => client.call(deactivateUserGroup, { user_group_id: groupId }),
    none: managers,
    with: { can_manage_group: all },
  },
  'bring back': {
    given: (client, { groupId }) => client.call(deactivateUserGroup, { user_group_id: groupId }),
    act: (client, { groupId }) =>
      client.call(updateUserGroup, { user_group_id: groupId, deactivated: false }),
    none: managers,
    with: { can_manage_group: all },
  },
  mention: {
    act: (client, { other, name }) =>
      client.call(sendMessage, { type: 'direct', to: [other.id], content: `Hello @*${name}*` }),
    none: '------',
    with: { can_mention_group: '++++++' },
  },
}

const settings = [undefined, ...userGroupSettingNames]

test.for(
  Object.entries(table).flatMap(([name, row]) =>
    settings.map((setting) => ({ name, setting, row, by: setting ?? 'no setting' })),
  ),
)('$name: by $by', async ({ setting, row }) => {
  const t = await testApp()
  const maker = await t.given.user('maker', { role: 'owner' })
  const { other, somebody: member } = await t.given.members('other', 'somebody')
  const nobody = t.directory.systemGroup('role:nobody').id
  let made = 0
  const make = async (args: object) => {
    const name = `group ${++made}`
    const { group_id } = await t
      .as(maker)
      .call(createUserGroup, { name, description: '', members: [member.id], ...args })
    return { id: group_id, name }
  }
  const outcome = await outcomeOf(await everyCaller(t), async (caller) => {
    const named = (name: UserGroupSetting) =>
      name === setting ? { direct_members: [caller.id], direct_subgroups: [] } : nobody
    const inner = await make({})
    const foreign = await make({})
    const group = await make({
      subgroups: [inner.id],
      ...Object.fromEntries(userGroupSettingNames.map((name) => [name, named(name)])),
    })
    const ids = { groupId: group.id, innerId: inner.id, foreignId: foreign.id, name: group.name }
    const place: Place = { caller, other, member, ...ids }
    await row.given?.(t.as(maker), place)
    return () => row.act(t.as(caller), place)
  })
  expect(outcome).toBe((setting && row.with?.[setting]) ?? row.none)
})

test('the organization decides who may act on all groups', async () => {
  const t = await testApp()
  const maker = await t.given.user('maker', { role: 'owner' })
  const callers = await everyCaller(t)
  const make = (client: TestClient, name: string) =>
    client.call(createUserGroup, { name, description: '', members: [] })
  const moderators = t.directory.systemGroup('role:moderators').id
  await t.given.settings({ can_create_groups: moderators, can_manage_all_groups: moderators })
  expect(await outcomeOf(callers, async (caller) => () => make(t.as(caller), `by ${caller.name}`))).toBe(
    '+++---',
  )
  const { group_id: user_group_id } = await make(t.as(maker), 'managed')
  expect(
    await outcomeOf(
      callers,
      async (caller) => () => t.as(caller).call(updateUserGroup, { user_group_id, name: caller.name }),
    ),
  ).toBe('+++---')
  // System groups never change by hand.
  expect(
    await outcomeOf(
      callers,
      async (caller) => () =>
        t.as(caller).call(updateUserGroup, { user_group_id: moderators, description: 'Who keep order' }),
    ),
  ).toBe('------')
})
