import { getEvents } from '@tagma/contract/endpoints/events/get-events.ts'
import { registerQueue } from '@tagma/contract/endpoints/events/register-queue.ts'
import { createUserGroup } from '@tagma/contract/endpoints/groups/create-user-group.ts'
import { updateRealm } from '@tagma/contract/endpoints/organization/update-realm.ts'
import { registerClientDevice } from '@tagma/contract/endpoints/push/register-client-device.ts'
import { fetchApiKey } from '@tagma/contract/endpoints/server/fetch-api-key.ts'
import { updateSettings } from '@tagma/contract/endpoints/settings/update-settings.ts'
import { deactivateUser } from '@tagma/contract/endpoints/users/deactivate-user.ts'
import { getOwnUser } from '@tagma/contract/endpoints/users/get-own-user.ts'
import { getUser } from '@tagma/contract/endpoints/users/get-user.ts'
import { reactivateUser } from '@tagma/contract/endpoints/users/reactivate-user.ts'
import { expect, test } from 'vitest'
import { findMessages } from '#store/messages/messages.ts'
import { testApp } from '#test/app.ts'
import { converge } from '#test/converge.ts'

test('a deactivated user and their bots are locked out at once, until they are reactivated', async () => {
  const t = await testApp()
  const { administrator, member, moderator } = await t.given.everyRole()
  const bot = await t.given.bot('beep', member)
  await t.as(member).call(registerClientDevice, {})
  const { queue_id } = await t.as(member).call(registerQueue, {})
  const received = await converge(t, [administrator, moderator], () =>
    t.as(administrator).call(deactivateUser, { user_id: member.id }),
  )
  // Lists of subscribers are up to date before clients hear that the user is gone.
  expect(
    received
      .get(moderator.id)
      ?.flatMap(({ type, op }) => (type === 'user_group' ? [] : [`${type} ${String(op)}`])),
  ).toEqual(['realm_user update', 'subscription peer_remove', 'realm_user update'])
  for (const gone of [member, bot])
    expect(await t.as(gone).refusal(getOwnUser, {})).toMatchObject({
      status: 401,
      code: 'USER_DEACTIVATED',
    })
  expect(
    await t.as().refusal(fetchApiKey, { username: member.email, password: 'password of member' }),
  ).toMatchObject({ code: 'USER_DEACTIVATED' })
  const { user } = await t.as(moderator).call(getUser, { user_id: member.id })
  expect(user.is_active).toBe(false)
  await converge(t, [administrator, moderator], () =>
    t.as(administrator).call(reactivateUser, { user_id: member.id }),
  )
  for (const former of [member, bot])
    expect((await t.as(former).refusal(getOwnUser, {})).code).toMatch(/INVALID_API_KEY|USER_DEACTIVATED/)
  await t.as(administrator).call(reactivateUser, { user_id: bot.id })
  expect(await t.as(bot).refusal(getOwnUser, {})).toMatchObject({ code: 'INVALID_API_KEY' })
  const renewed = await t.given.signedIn(member)
  expect((await t.as(renewed).call(getOwnUser, {})).is_active).toBe(true)
  expect((await t.as(renewed).call(registerQueue, {})).devices, 'no phone of before is told').toEqual({})
  expect(
    await t.as(renewed).refusal(getEvents, { queue_id: queue_id ?? '', last_event_id: -1 }),
  ).toMatchObject({ code: 'BAD_EVENT_QUEUE_ID' })
  for (const caller of [moderator, renewed])
    for (const endpoint of [deactivateUser, reactivateUser])
      expect(await t.as(caller).refusal(endpoint, { user_id: member.id })).toMatchObject({
        code: 'UNAUTHORIZED_PRINCIPAL',
      })
})

test('settings that name a user leave them out while they are deactivated, and everybody is told', async () => {
  const t = await testApp()
  const { owner, member, moderator, guest } = await t.given.everyRole()
  const bot = await t.given.bot('beep', member)
  const named = { direct_members: [member.id, moderator.id, bot.id], direct_subgroups: [] }
  const left = { direct_members: [moderator.id], direct_subgroups: [] }
  await t.as(owner).call(updateRealm, { can_create_groups: { new: named } })
  const { group_id } = await t.as(member).call(createUserGroup, {
    name: 'designers',
    description: '',
    members: [],
    can_mention_group: named,
  })
  const open = await t.given.channel([owner, guest], { can_send_message_group: named })
  const closed = await t.given.channel([owner, moderator], {
    invite_only: true,
    can_subscribe_group: named,
  })
  const told = (events: Awaited<ReturnType<typeof converge>>, user: { id: number }) =>
    events
      .get(user.id)
      ?.flatMap(({ type, op, data, group_id: group, stream_id, property, value }) =>
        (type === 'user_group' || type === 'stream' || type === 'realm') && String(op).startsWith('update')
          ? [[type, group ?? stream_id ?? null, data ?? { [String(property)]: value }]]
          : [],
      )
  const observers = [owner, moderator, guest]
  const gone = await converge(t, observers, () => t.as(owner).call(deactivateUser, { user_id: member.id }))
  const nobody = { direct_members: [], direct_subgroups: [] }
  const openChange = ['stream', open.id, { can_send_message_group: left }]
  const ofGroup = [
    'user_group',
    group_id,
    { can_add_members_group: nobody, can_manage_group: nobody, can_mention_group: left },
  ]
  const ofOrganization = ['realm', null, { can_create_groups: left }]
  expect(told(gone, moderator)).toEqual([
    ofOrganization,
    ofGroup,
    openChange,
    ['stream', closed.id, { can_subscribe_group: left }],
  ])
  expect(told(gone, guest)).toEqual([ofOrganization, ofGroup, openChange])
  const back = await converge(t, observers, () => t.as(owner).call(reactivateUser, { user_id: member.id }))
  expect(told(back, guest)?.at(-1)).toEqual([
    'stream',
    open.id,
    {
      can_send_message_group: {
        ...left,
        direct_members: [moderator.id, member.id].toSorted((a, b) => a - b),
      },
    },
  ])
})

test('a deleted user loses everything but their messages', async () => {
  const t = await testApp()
  const { administrator, member, moderator } = await t.given.everyRole()
  await t.as(member).call(updateSettings, { timezone: 'Europe/Berlin' })
  const bot = await t.given.bot('beep', member)
  await converge(t, [administrator, moderator], () =>
    t.as(administrator).call(deactivateUser, { user_id: member.id, actions: { delete_profile: true } }),
  )
  for (const gone of [member, bot]) {
    const { user } = await t.as(moderator).call(getUser, { user_id: gone.id })
    expect(user).toMatchObject({
      is_active: false,
      is_deleted: true,
      full_name: 'Deleted user',
      delivery_email: `deleteduser${gone.id}@tagma.invalid`,
      timezone: '',
    })
  }
  expect(await t.as(administrator).refusal(reactivateUser, { user_id: member.id })).toMatchObject({
    message: expect.stringContaining('data of this user was removed'),
  })
  const again = await t.given.user('member')
  expect(again.id).not.toBe(member.id)
})

test.each([
  ['delete_public_channel_messages', 'public'],
  ['delete_private_channel_messages', 'private'],
  ['delete_direct_messages', 'direct'],
] as const)(
  '%s takes away the messages there, of the user and their bots, and no others',
  async (action, place) => {
    const t = await testApp()
    const { administrator, member } = await t.given.everyRole()
    const bot = await t.given.bot('beep', member)
    const people = [administrator, member, bot]
    const open = await t.given.channel(people)
    const closed = await t.given.channel(people, { invite_only: true })
    const sent: { id: number; place: string; isTheirs: boolean }[] = []
    for (const sender of people)
      for (const [where, to] of [
        ['public', open],
        ['private', closed],
        ['direct', [administrator, member]],
      ] as const)
        sent.push({ id: await t.given.message(sender, to), place: where, isTheirs: sender !== administrator })
    // No event of the API says which direct conversation a deleted message was in.
    const observers = place === 'direct' ? [] : [administrator]
    await converge(t, observers, () =>
      t.as(administrator).call(deactivateUser, { user_id: member.id, actions: { [action]: true } }),
    )
    const left = new Set(
      (
        await findMessages(
          t.app.services.data.db,
          sent.map(({ id }) => id),
        )
      ).keys(),
    )
    const expected = sent.filter((message) => !message.isTheirs || message.place !== place)
    expect(left).toEqual(new Set(expected.map(({ id }) => id)))
  },
)
