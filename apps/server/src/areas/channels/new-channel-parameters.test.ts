import { createChannel } from '@tagma/contract/endpoints/channels/create-channel.ts'
import { getStreamById } from '@tagma/contract/endpoints/channels/get-stream-by-id.ts'
import { getSubscribers } from '@tagma/contract/endpoints/channels/get-subscribers.ts'
import { subscribe } from '@tagma/contract/endpoints/channels/subscribe.ts'
import { unsubscribe } from '@tagma/contract/endpoints/channels/unsubscribe.ts'
import { updateStream } from '@tagma/contract/endpoints/channels/update-stream.ts'
import { createUserGroup } from '@tagma/contract/endpoints/groups/create-user-group.ts'
import { deactivateUserGroup } from '@tagma/contract/endpoints/groups/deactivate-user-group.ts'
import { getMessages } from '@tagma/contract/endpoints/messages/get-messages.ts'
import { limits } from '@tagma/contract/limits.ts'
import { channelGroupSettingNames, channelGroupSettings } from '@tagma/contract/objects/channel.ts'
import { expect, test } from 'vitest'
import { systemBotEmail, systemBots } from '#directory/system-bots.ts'
import { updateUser } from '#store/people/users.ts'
import { type Account, testApp, type TestApp } from '#test/app.ts'
import { converge } from '#test/converge.ts'

/** Makes a call with its parameters in wire form. */
async function raw(t: TestApp, user: Account, method: 'POST' | 'PATCH', path: string, form: object) {
  const { statusCode, body } = await t.app.http.inject({
    method,
    url: `/api/v1${path}`,
    headers: {
      host: t.host,
      authorization: `Basic ${btoa(`${user.email}:${user.apiKey}`)}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    payload: String(new URLSearchParams(Object.entries(form))),
  })
  return { statusCode, answer: JSON.parse(body) as Readonly<Record<string, unknown>> }
}

const invalid = '400 message_retention_days has an invalid value'
test.each([
  ['realm_default', null],
  ['"realm_default"', null],
  ['unlimited', -1],
  ['"unlimited"', -1],
  ['30', 30],
  // The name up to feature level 90.
  ['forever', invalid],
  ['"forever"', invalid],
  ['0', invalid],
  ['-1', invalid],
  ['1.5', invalid],
  ['2147483648', invalid],
  ['"30"', invalid],
] as const)('message_retention_days takes %s as it should', async (given, expected) => {
  const t = await testApp()
  const owner = await t.given.user('owner', { role: 'owner' })
  const existing = await t.given.channel([owner])
  const calls = [
    ['POST', '/users/me/subscriptions', { subscriptions: '[{"name":"new"}]' }],
    ['PATCH', `/streams/${existing.id}`, {}],
  ] as const
  for (const [method, path, form] of calls) {
    const call = { ...form, message_retention_days: given }
    const { statusCode, answer } = await raw(t, owner, method, path, call)
    expect(`${statusCode} ${String(answer.msg)}`).toBe(typeof expected === 'string' ? expected : '200 ')
  }
  const kept = [t.directory.channelByName('new'), t.directory.channels.get(existing.id)]
  expect(kept.map((channel) => channel?.messageRetentionDays)).toEqual(
    typeof expected === 'string' ? [undefined, null] : [expected, expected],
  )
})

test('a description is set only for new channels, and has a limit', async () => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  await t.given.channel([iris], { name: 'old' })
  const longest = 'é'.repeat(1024)
  await t.as(iris).call(subscribe, {
    subscriptions: [
      { name: 'old', description: 'Ignored' },
      { name: 'new', description: longest },
    ],
  })
  expect(t.directory.channelByName('old')?.description).toBe('')
  expect(t.directory.channelByName('new')?.description).toBe(longest)
  const call = { subscriptions: [{ name: 'newer', description: `${longest}é` }] }
  expect((await t.as(iris).refusal(subscribe, call)).message).toMatch(/too long \(limit: 1024 characters\)/)
})

test('parameters that said who posts, up to feature level 332, have no effect', async () => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  const { statusCode, answer } = await raw(t, iris, 'POST', '/users/me/subscriptions', {
    subscriptions: '[{"name":"new"}]',
    stream_post_policy: 2,
    is_announcement_only: true,
  })
  expect([statusCode, answer.ignored_parameters_unsupported]).toEqual([
    200,
    ['stream_post_policy', 'is_announcement_only'],
  ])
  const { settings } = t.directory.channelByName('new') ?? {}
  expect(settings?.can_send_message_group).toBe(t.directory.systemGroup('role:everyone').id)
})

test('a private channel shares its history only if its creator says so, a public one always', async () => {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const sees = async (options: object) => {
    const channel = await t.given.channel([iris], options)
    await t.given.message(iris, channel, { content: 'before' })
    await t.as(iris).call(subscribe, { subscriptions: [{ name: channel.name }], principals: [otto.id] })
    const { messages } = await t.as(otto).call(getMessages, {
      anchor: 'newest',
      num_before: 5,
      num_after: 0,
      narrow: [{ operator: 'channel', operand: channel.id }],
    })
    return messages.length === 1
  }
  expect(await sees({ invite_only: true })).toBe(false)
  expect(await sees({ invite_only: true, history_public_to_subscribers: false })).toBe(false)
  expect(await sees({ invite_only: true, history_public_to_subscribers: true })).toBe(true)
  expect(await sees({})).toBe(true)
  expect(await sees({ history_public_to_subscribers: false })).toBe(true)
})

test.each(channelGroupSettingNames)(
  '%s is set at creation and changed later, in both forms',
  async (name) => {
    const t = await testApp()
    const { owner, administrator, member } = await t.given.everyRole()
    const { group_id } = await t
      .as(owner)
      .call(createUserGroup, { name: 'some', description: '', members: [member.id] })
    const mixed = { direct_members: [member.id, owner.id], direct_subgroups: [group_id] }
    const channel = await t.given.channel([owner, member], { [name]: mixed })
    const shown = async () => (await t.as(member).call(getStreamById, { stream_id: channel.id })).stream[name]
    expect(await shown()).toEqual({ ...mixed, direct_members: [owner.id, member.id] })
    const change = (args: object) => t.as(owner).call(updateStream, { stream_id: channel.id, [name]: args })
    const received = await converge(t, [owner, administrator, member], () => change({ new: group_id }))
    expect(received.get(member.id)).toMatchObject([{ op: 'update', property: name, value: group_id }])
    // A group without direct members is shown as its id.
    await change({ new: { direct_members: [], direct_subgroups: [group_id] }, old: group_id })
    expect(await shown()).toBe(group_id)

    const refusal = async (value: unknown) =>
      (await t.as(owner).refusal(updateStream, { stream_id: channel.id, [name]: { new: value } })).message
    for (const group of channelGroupSettings[name].forbidden)
      expect(await refusal(t.directory.systemGroup(group).id)).toBe(
        `'${name}' setting cannot be set to '${group}' group.`,
      )
    const { group_id: gone } = await t
      .as(owner)
      .call(createUserGroup, { name: 'gone', description: '', members: [] })
    await t.as(owner).call(deactivateUserGroup, { user_group_id: gone })
    expect(await refusal(gone)).toBe('User group is deactivated: gone')
    const elsewhere = await testApp()
    const stranger = await elsewhere.given.user('stranger', { role: 'owner' })
    const { group_id: foreign } = await elsewhere
      .as(stranger)
      .call(createUserGroup, { name: 'foreign', description: '', members: [] })
    expect(await refusal(foreign)).toBe(`Invalid user group ID: ${foreign}`)
    expect(await refusal({ direct_members: [stranger.id], direct_subgroups: [] })).toBe(
      `Invalid user ID: ${stranger.id}`,
    )
    await t.app.services.data.transact(t.organizationId, (tx) =>
      updateUser(tx, administrator.id, { is_active: 0 }),
    )
    expect(await refusal({ direct_members: [administrator.id], direct_subgroups: [] })).toBe(
      `Invalid user ID: ${administrator.id}`,
    )
    expect(await shown()).toBe(group_id)
  },
)

test('a deactivated user is left out of a setting, and back in it after reactivation', async () => {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const both = { direct_members: [iris.id, otto.id], direct_subgroups: [] }
  const { id } = await t.given.channel([iris], { can_send_message_group: both })
  const activate = (is_active: 0 | 1) =>
    t.app.services.data.transact(t.organizationId, (tx) => updateUser(tx, otto.id, { is_active }))
  const shown = async () =>
    (await t.as(iris).call(getStreamById, { stream_id: id })).stream.can_send_message_group
  await activate(0)
  expect(await shown()).toEqual({ direct_members: [iris.id], direct_subgroups: [] })
  await activate(1)
  expect(await shown()).toEqual(both)
})

test('principals are ids or addresses of active people; anybody else fails the call', async () => {
  const t = await testApp()
  const { iris, otto, gone } = await t.given.members('iris', 'otto', 'gone')
  await t.app.services.data.transact(t.organizationId, (tx) => updateUser(tx, gone.id, { is_active: 0 }))
  const elsewhere = await testApp()
  const { stranger } = await elsewhere.given.members('stranger')
  const channel = await t.given.channel([iris])
  const notifier = t.directory.userByEmail(systemBotEmail(systemBots.notification.key))
  const bad: [(number | string)[], RegExp][] = [
    [[99_999], /^No such user$/],
    [[gone.id], /^No such user$/],
    [['gone@example.com'], /^No such user: gone@example.com$/],
    [['nobody@example.com'], /^No such user: nobody@example.com$/],
    [[stranger.id], /^No such user$/],
    [[notifier?.id ?? 0], /^No such user$/],
    [[otto.id, 'otto@example.com'], /^principals\[1\] is not an integer$/],
  ]
  for (const [principals, message] of bad) {
    const call = { principals: principals as number[] }
    const new_channel = { ...call, subscriptions: [{ name: channel.name }, { name: 'new' }] }
    expect(await t.as(iris).refusal(subscribe, new_channel)).toMatchObject({ status: 400, message })
    expect(await t.as(iris).refusal(unsubscribe, { ...call, subscriptions: [channel.name] })).toMatchObject({
      status: 400,
      code: 'BAD_REQUEST',
      message,
    })
  }
  expect(t.directory.channelByName('new')).toBeUndefined()
  expect(await t.as(iris).call(getSubscribers, { stream_id: channel.id })).toMatchObject({
    subscribers: [iris.id],
  })
  const twice = await t
    .as(iris)
    .call(subscribe, { subscriptions: [{ name: channel.name }], principals: [otto.id, otto.id] })
  expect(twice.subscribed).toEqual({ [otto.id]: [channel.name] })
})

test('the direct messages stop when there would be too many of them', async () => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  const crowd = await Promise.all(
    Array.from({ length: limits.maxBulkNewSubscriptionMessages + 1 }, (_, index) =>
      t.given.user(`user${index}`),
    ),
  )
  const join = (name: string, count: number) =>
    t.as(iris).call(subscribe, {
      subscriptions: [{ name }],
      principals: [iris, ...crowd.slice(0, count)].map(({ id }) => id),
    })
  expect((await join('many', crowd.length)).new_subscription_messages_sent).toBe(false)
  expect((await join('fewer', crowd.length - 1)).new_subscription_messages_sent).toBe(true)
})

test('a channel needs no subscribers, and its creator need not be one', async () => {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const make = async (name: string, subscribers: number[]) => {
    const { id } = await t.as(iris).call(createChannel, { name, subscribers })
    return (await t.as(iris).call(getSubscribers, { stream_id: id })).subscribers
  }
  expect(await make('empty', [])).toEqual([])
  expect(await make('his', [otto.id])).toEqual([otto.id])
})
