import { getEvents } from '@tagma/contract/endpoints/events/get-events.ts'
import { registerQueue } from '@tagma/contract/endpoints/events/register-queue.ts'
import { createUserGroup } from '@tagma/contract/endpoints/groups/create-user-group.ts'
import { deactivateUserGroup } from '@tagma/contract/endpoints/groups/deactivate-user-group.ts'
import { getIsUserGroupMember } from '@tagma/contract/endpoints/groups/get-is-user-group-member.ts'
import { getUserGroupMembers } from '@tagma/contract/endpoints/groups/get-user-group-members.ts'
import { getUserGroupSubgroups } from '@tagma/contract/endpoints/groups/get-user-group-subgroups.ts'
import { getUserGroups } from '@tagma/contract/endpoints/groups/get-user-groups.ts'
import { updateUserGroupMembers } from '@tagma/contract/endpoints/groups/update-user-group-members.ts'
import { updateUserGroupSubgroups } from '@tagma/contract/endpoints/groups/update-user-group-subgroups.ts'
import { updateUserGroup } from '@tagma/contract/endpoints/groups/update-user-group.ts'
import { getMessages } from '@tagma/contract/endpoints/messages/get-messages.ts'
import { expect, test } from 'vitest'
import { testApp, type TestApp } from '#test/app.ts'
import { converge } from '#test/converge.ts'
import { fullMembersJob } from '../full-members-job.ts'

const groupOf = async (t: TestApp, viewer: Parameters<TestApp['as']>[0], id: number) =>
  (await t.as(viewer).call(getUserGroups, { include_deactivated_groups: true })).user_groups.find(
    (group) => group.id === id,
  )

test('a group is made with its members, subgroups and permissions, and everybody learns of it', async () => {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const guest = await t.given.user('guest', { role: 'guest' })
  const moderators = t.directory.systemGroup('role:moderators').id
  let id = 0
  await converge(t, [iris, otto, guest], async () => {
    const answer = await t.as(iris).call(createUserGroup, {
      name: 'designers',
      description: 'Who design',
      members: [otto.id, iris.id],
      subgroups: [moderators],
      can_join_group: { direct_members: [], direct_subgroups: [moderators] },
      can_mention_group: { direct_members: [otto.id], direct_subgroups: [] },
    })
    id = answer.group_id
  })
  expect(await groupOf(t, otto, id)).toEqual({
    id,
    name: 'designers',
    description: 'Who design',
    date_created: Math.floor(t.clock.now() / 1000),
    creator_id: iris.id,
    members: [iris.id, otto.id],
    direct_subgroup_ids: [moderators],
    is_system_group: false,
    deactivated: false,
    can_add_members_group: { direct_members: [iris.id], direct_subgroups: [] },
    can_join_group: moderators,
    can_leave_group: t.directory.systemGroup('role:everyone').id,
    can_manage_group: { direct_members: [iris.id], direct_subgroups: [] },
    can_mention_group: { direct_members: [otto.id], direct_subgroups: [] },
    can_remove_members_group: t.directory.systemGroup('role:nobody').id,
  })
})

test('an invalid member, subgroup or permission of a new group is refused by name', async () => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  const bot = await t.given.bot('helper', iris)
  const guest = await t.given.user('guest', { role: 'guest' })
  const make = { name: 'designers', description: '', members: [iris.id] }
  const system = (name: Parameters<typeof t.directory.systemGroup>[0]) => t.directory.systemGroup(name).id
  const refusal = (change: object, user = iris) =>
    t
      .as(user)
      .refusal(createUserGroup, { ...make, ...change })
      .then(({ message }) => message)
  for (const group of ['role:internet', 'role:everyone'] as const)
    expect(await refusal({ can_manage_group: system(group) })).toBe(
      `'can_manage_group' setting cannot be set to '${group}' group.`,
    )
  for (const group of ['role:internet', 'role:owners'] as const)
    expect(await refusal({ can_mention_group: system(group) })).toBe(
      `'can_mention_group' setting cannot be set to '${group}' group.`,
    )
  expect(await refusal({ members: [99_999] })).toBe('Invalid user ID: 99999')
  expect(await refusal({ subgroups: [99_999] })).toBe('Invalid user group ID: 99999')
  expect(await refusal({ name: 'role:chiefs' })).toBe("User group name cannot start with 'role:'.")
  expect(await refusal({ name: ' ' })).toBe('name cannot be blank')
  expect(await refusal({ name: 'x'.repeat(101) })).toMatch(/limit: 100/)
  expect(await refusal({}, guest)).toBe('Not allowed for guest users')
  // Since feature level 496.
  await t.as(bot).call(createUserGroup, make)
  expect(await refusal({ name: 'DESIGNERS' })).toBe("User group 'DESIGNERS' already exists.")
})

test('members are added and removed as the permissions of the group allow', async () => {
  const t = await testApp()
  const { owner } = await t.given.everyRole()
  const { iris, otto, mia } = await t.given.members('iris', 'otto', 'mia')
  const nobody = t.directory.systemGroup('role:nobody').id
  const { group_id } = await t.as(iris).call(createUserGroup, {
    name: 'designers',
    description: '',
    members: [iris.id],
    can_join_group: { direct_members: [otto.id], direct_subgroups: [] },
    can_leave_group: nobody,
  })
  const change = (user: typeof iris, args: { add?: number[]; delete?: number[] }) =>
    t.as(user).call(updateUserGroupMembers, { user_group_id: group_id, ...args })
  const refusal = (user: typeof iris, args: { add?: number[]; delete?: number[] }) =>
    t
      .as(user)
      .refusal(updateUserGroupMembers, { user_group_id: group_id, ...args })
      .then(({ message }) => message)
  await converge(t, [iris, otto, mia], () => change(otto, { add: [otto.id] }))
  expect(await refusal(otto, { add: [mia.id] })).toBe('Insufficient permission')
  expect(await refusal(mia, { add: [mia.id] })).toBe('Insufficient permission')
  expect(await refusal(otto, { delete: [otto.id] })).toBe('Insufficient permission')
  expect(await refusal(iris, { add: [otto.id] })).toBe(`User ${otto.id} is already a member of this group`)
  expect(await refusal(iris, { delete: [mia.id] })).toBe(`User ${mia.id} is not a member of this group`)
  expect(await refusal(iris, {})).toBe('Nothing to do: name users to add or to remove.')
  await converge(t, [iris, otto, mia], () => change(iris, { add: [mia.id], delete: [otto.id] }))
  await converge(t, [iris, owner], () => change(owner, { delete: [mia.id] }))
  expect((await groupOf(t, iris, group_id))?.members).toEqual([iris.id])
})

test('groups nest without cycles, and membership includes subgroups', async () => {
  const t = await testApp()
  const { iris, otto, mia } = await t.given.members('iris', 'otto', 'mia')
  const make = async (name: string, members: number[], subgroups: number[] = []) =>
    (await t.as(iris).call(createUserGroup, { name, description: '', members, subgroups })).group_id
  const inner = await make('inner', [mia.id])
  const middle = await make('middle', [otto.id], [inner])
  const outer = await make('outer', [iris.id], [middle])
  const subgroups = (user_group_id: number, add: number[]) =>
    t.as(iris).refusal(updateUserGroupSubgroups, { user_group_id, add })
  expect(await subgroups(inner, [outer])).toMatchObject({ message: /'outer' contains this group/ })
  expect(await subgroups(inner, [inner])).toMatchObject({ message: /a subgroup of itself/ })
  expect(await subgroups(outer, [middle])).toMatchObject({ message: /'middle' is already a subgroup/ })
  const members = async (direct_member_only: boolean) =>
    (await t.as(mia).call(getUserGroupMembers, { user_group_id: outer, direct_member_only })).members
  expect(await members(true)).toEqual([iris.id])
  expect(await members(false)).toEqual([iris.id, otto.id, mia.id])
  const isMember = async (direct_member_only: boolean) =>
    (
      await t
        .as(mia)
        .call(getIsUserGroupMember, { user_group_id: outer, user_id: mia.id, direct_member_only })
    ).is_user_group_member
  expect(await isMember(false)).toBe(true)
  expect(await isMember(true)).toBe(false)
  const nested = async (direct_subgroup_only: boolean) =>
    (await t.as(mia).call(getUserGroupSubgroups, { user_group_id: outer, direct_subgroup_only })).subgroups
  expect(await nested(true)).toEqual([middle])
  expect(await nested(false)).toEqual([inner, middle])
  await converge(t, [iris, mia], () =>
    t.as(iris).call(updateUserGroupSubgroups, { user_group_id: outer, delete: [middle], add: [inner] }),
  )
  expect(await nested(false)).toEqual([inner])
})

test('a group changes its name and permissions, and a change based on an old value is refused', async () => {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const { group_id } = await t
    .as(iris)
    .call(createUserGroup, { name: 'designers', description: '', members: [] })
  const moderators = t.directory.systemGroup('role:moderators').id
  const everyone = t.directory.systemGroup('role:everyone').id
  const received = await converge(t, [iris, otto], () =>
    t.as(iris).call(updateUserGroup, {
      user_group_id: group_id,
      name: 'Design',
      can_mention_group: { new: moderators, old: everyone },
      can_leave_group: { new: everyone },
    }),
  )
  expect(received.get(otto.id)).toMatchObject([
    { type: 'user_group', op: 'update', group_id, data: { name: 'Design', can_mention_group: moderators } },
  ])
  expect(
    await t.as(iris).refusal(updateUserGroup, {
      user_group_id: group_id,
      can_mention_group: { new: everyone, old: everyone },
    }),
  ).toMatchObject({ code: 'EXPECTATION_MISMATCH' })
  expect(await t.as(otto).refusal(updateUserGroup, { user_group_id: group_id, name: 'x' })).toMatchObject({
    message: 'Insufficient permission',
  })
  expect(await t.as(iris).refusal(updateUserGroup, { user_group_id: everyone, name: 'x' })).toMatchObject({
    message: 'Insufficient permission',
  })
})

test('a group in use cannot be deactivated; another one can, disappears for older clients, and comes back', async () => {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const make = async (name: string, subgroups: number[] = []) =>
    (await t.as(iris).call(createUserGroup, { name, description: '', members: [], subgroups })).group_id
  const id = await make('designers')
  const outer = await make('everybody', [id])
  const channel = await t.given.channel([iris], { can_send_message_group: id })
  const refusal = await t.as(iris).refusal(deactivateUserGroup, { user_group_id: id })
  expect(refusal).toMatchObject({
    code: 'CANNOT_DEACTIVATE_GROUP_IN_USE',
    fields: {
      objections: [
        { type: 'subgroup', supergroup_ids: [outer] },
        { type: 'channel', channel_id: channel.id, settings: ['can_send_message_group'] },
      ],
    },
  })
  const old = await t.as(otto).call(registerQueue, { event_types: ['user_group'] })
  await converge(t, [iris, otto], () => t.as(iris).call(deactivateUserGroup, { user_group_id: outer }))
  expect((await t.as(otto).call(getUserGroups, {})).user_groups.map((group) => group.id)).not.toContain(outer)
  // Deactivated groups can still be changed; clients without them are not told.
  const { group_id: other } = await t
    .as(iris)
    .call(createUserGroup, { name: 'other', description: '', members: [] })
  const asOlder = await t.as(otto).call(registerQueue, { event_types: ['user_group'] })
  await converge(t, [iris, otto], async () => {
    const change = { user_group_id: outer }
    await t.as(iris).call(updateUserGroupMembers, { ...change, add: [otto.id, iris.id] })
    await t.as(iris).call(updateUserGroupMembers, { ...change, delete: [iris.id] })
    await t.as(iris).call(updateUserGroupSubgroups, { ...change, delete: [id], add: [other] })
    await t.as(iris).call(updateUserGroup, {
      ...change,
      description: 'Former',
      can_join_group: { new: t.directory.systemGroup('role:members').id },
    })
  })
  expect(await groupOf(t, otto, outer)).toMatchObject({
    members: [otto.id],
    direct_subgroup_ids: [other],
    description: 'Former',
    can_join_group: t.directory.systemGroup('role:members').id,
  })
  const { events: unseen } = await t.as(otto).call(getEvents, {
    queue_id: asOlder.queue_id ?? '',
    last_event_id: asOlder.last_event_id,
    dont_block: true,
  })
  expect(unseen).toEqual([])
  expect(await t.as(iris).refusal(deactivateUserGroup, { user_group_id: outer })).toMatchObject({
    message: 'User group is already deactivated.',
  })
  const nothing = await converge(t, [iris], () =>
    t.as(iris).call(updateUserGroup, { user_group_id: id, deactivated: true }),
  )
  expect(nothing.get(iris.id)).toEqual([])
  expect(await groupOf(t, iris, id)).toMatchObject({ deactivated: false })
  await converge(t, [iris, otto], () =>
    t.as(iris).call(updateUserGroup, { user_group_id: outer, deactivated: false }),
  )
  const { events } = await t.as(otto).call(getEvents, {
    queue_id: old.queue_id ?? '',
    last_event_id: old.last_event_id,
    dont_block: true,
  })
  expect(events.map(({ op }) => op)).toEqual(['remove', 'add', 'add'])
})

test('system groups follow the roles, and newcomers join theirs', async () => {
  const t = await testApp()
  const { owner, administrator, moderator, member, guest } = await t.given.everyRole()
  await converge(t, [owner, guest], () => t.given.user('newcomer'))
  const newcomer = t.directory.userByEmail('newcomer@example.com')?.id
  const members = async (name: Parameters<typeof t.directory.systemGroup>[0]) =>
    (await groupOf(t, member, t.directory.systemGroup(name).id))?.members
  expect(await members('role:owners')).toEqual([owner.id])
  expect(await members('role:administrators')).toEqual([administrator.id])
  expect(await members('role:moderators')).toEqual([moderator.id])
  expect(await members('role:fullmembers')).toEqual([member.id, newcomer])
  expect(await members('role:members')).toEqual([member.id, newcomer])
  expect(await members('role:everyone')).toEqual([guest.id])
  expect(await members('role:internet')).toEqual([])
  expect(await members('role:nobody')).toEqual([])
})

test('a user who becomes a full member learns of the channels that full members may join', async () => {
  const t = await testApp()
  await t.given.settings({ waiting_period_threshold: 3 })
  const owner = await t.given.user('owner', { role: 'owner' })
  const { otto } = await t.given.members('otto')
  await t.given.channel([owner], {
    invite_only: true,
    can_subscribe_group: t.directory.systemGroup('role:fullmembers').id,
  })
  t.clock.advance({ days: 3 })
  const received = await converge(t, [owner, otto], () =>
    fullMembersJob.run(t.app.services, t.organizationId),
  )
  expect(received.get(otto.id)?.map(({ type, op }) => [type, op])).toEqual([
    ['user_group', 'add_members'],
    ['stream', 'create'],
    ['subscription', 'peer_add'],
  ])
  expect(received.get(owner.id)?.map(({ type }) => type)).toEqual(['user_group'])
})

test('joining a group that a private channel names makes the channel known, and leaving hides it', async () => {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const { group_id } = await t
    .as(iris)
    .call(createUserGroup, { name: 'designers', description: '', members: [] })
  await t.given.channel([iris], { invite_only: true, can_subscribe_group: group_id })
  const change = (args: { add?: number[]; delete?: number[] }) => () =>
    t.as(iris).call(updateUserGroupMembers, { user_group_id: group_id, ...args })
  const joined = await converge(t, [iris, otto], change({ add: [otto.id] }))
  expect(joined.get(otto.id)?.map(({ type, op }) => [type, op])).toEqual([
    ['user_group', 'add_members'],
    ['stream', 'create'],
    ['subscription', 'peer_add'],
    ['message', undefined],
  ])
  const left = await converge(t, [iris, otto], change({ delete: [otto.id] }))
  expect(left.get(otto.id)?.map(({ type, op }) => [type, op])).toEqual([
    ['user_group', 'remove_members'],
    ['stream', 'delete'],
    ['message', undefined],
  ])
  const { messages } = await t.as(otto).call(getMessages, {
    anchor: 'newest',
    num_before: 9,
    num_after: 0,
    narrow: [['is', 'dm']],
    apply_markdown: false,
  })
  const who = `@_**iris|${iris.id}**`
  expect(messages.map(({ content }) => content)).toEqual([
    `${who} added you to the group @_*designers*.`,
    `${who} removed you from the group @_*designers*.`,
  ])
})
