import { archiveStream } from '@tagma/contract/endpoints/channels/archive-stream.ts'
import { createChannel } from '@tagma/contract/endpoints/channels/create-channel.ts'
import { getStreamById } from '@tagma/contract/endpoints/channels/get-stream-by-id.ts'
import { getStreamId } from '@tagma/contract/endpoints/channels/get-stream-id.ts'
import { getStreams } from '@tagma/contract/endpoints/channels/get-streams.ts'
import { getSubscribers } from '@tagma/contract/endpoints/channels/get-subscribers.ts'
import { getSubscriptionStatus } from '@tagma/contract/endpoints/channels/get-subscription-status.ts'
import { getUserChannels } from '@tagma/contract/endpoints/channels/get-user-channels.ts'
import { subscribe } from '@tagma/contract/endpoints/channels/subscribe.ts'
import { unsubscribe } from '@tagma/contract/endpoints/channels/unsubscribe.ts'
import { updateStream } from '@tagma/contract/endpoints/channels/update-stream.ts'
import { getEvents } from '@tagma/contract/endpoints/events/get-events.ts'
import { registerQueue } from '@tagma/contract/endpoints/events/register-queue.ts'
import { updateRealm } from '@tagma/contract/endpoints/organization/update-realm.ts'
import { expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { converge } from '#test/converge.ts'

test('a change reaches everybody who may know the channel, property by property', async () => {
  const t = await testApp()
  const { owner, administrator, member, guest } = await t.given.everyRole()
  const { id } = await t.given.channel([member, guest], { name: 'design' })
  const outsider = await t.given.user('outsider', { role: 'guest' })
  const nobody = t.directory.systemGroup('role:nobody').id
  const received = await converge(t, [owner, administrator, member, guest, outsider], () =>
    t.as(owner).call(updateStream, {
      stream_id: id,
      new_name: 'Design',
      description: 'How **things** look',
      message_retention_days: 7,
      topics_policy: 'disable_empty_topic',
      default_push_notifications: true,
      hidden_from_agents: true,
      is_default_stream: true,
      can_send_message_group: { new: t.directory.systemGroup('role:moderators').id },
      can_subscribe_group: { new: nobody, old: nobody },
    }),
  )
  expect(received.get(outsider.id)).toEqual([])
  expect(received.get(guest.id)?.map(({ property, value }) => [property, value])).toEqual([
    ['description', 'How **things** look'],
    ['message_retention_days', 7],
    ['topics_policy', 'disable_empty_topic'],
    ['default_push_notifications', true],
    ['hidden_from_agents', true],
    ['can_send_message_group', t.directory.systemGroup('role:moderators').id],
    ['stream_post_policy', 4],
    ['is_announcement_only', false],
    ['name', 'Design'],
  ])
  expect(received.get(member.id)?.at(-1)).toMatchObject({ type: 'default_streams' })
  const { stream } = await t.as(member).call(getStreamById, { stream_id: id })
  expect(stream).toMatchObject({
    name: 'Design',
    rendered_description: '<p>How <strong>things</strong> look</p>',
    message_retention_days: 7,
  })
})

test('making a channel private or public hides or shows it to people', async () => {
  const t = await testApp()
  const { administrator, moderator, member, guest } = await t.given.everyRole()
  const { id, name } = await t.given.channel([member, guest])
  await t.given.message(member, t.directory.channels.get(id)!)
  const observers = [administrator, moderator, member, guest]
  const taken = await converge(t, observers, () =>
    t.as(member).call(updateStream, { stream_id: id, is_private: true }),
  )
  const kinds = (events: typeof taken, user: { id: number }) =>
    events.get(user.id)?.map(({ type, op }) => `${type} ${op}`)
  expect(kinds(taken, moderator)).toEqual(['stream delete'])
  expect(kinds(taken, administrator)).toEqual(['stream update'])
  expect(taken.get(guest.id)?.[0]).toMatchObject({
    property: 'invite_only',
    value: true,
    history_public_to_subscribers: true,
    is_web_public: false,
  })
  const given = await converge(t, observers, () =>
    t.as(member).call(updateStream, {
      stream_id: id,
      can_subscribe_group: { new: { direct_members: [moderator.id], direct_subgroups: [] } },
    }),
  )
  expect(kinds(given, moderator)).toEqual(['stream create', 'subscription peer_add', 'stream update'])
  await converge(t, observers, () => t.as(moderator).call(subscribe, { subscriptions: [{ name }] }))
  await converge(t, observers, () => t.as(guest).call(unsubscribe, { subscriptions: [name] }))
  expect(await t.as(guest).refusal(getStreamId, { stream: name })).toMatchObject({
    message: `Invalid channel name '${name}'`,
  })
  await converge(t, observers, () => t.as(member).call(updateStream, { stream_id: id, is_private: false }))
})

test('only administrators and people the channel names may change it, and some settings need more', async () => {
  const t = await testApp()
  const { administrator, moderator, member } = await t.given.everyRole()
  const { id } = await t.given.channel([member], { invite_only: true })
  const refusal = (user: typeof member, change: object) =>
    t
      .as(user)
      .refusal(updateStream, { stream_id: id, ...change })
      .then(({ message, code }) => `${code}: ${message}`)
  expect(await refusal(moderator, { new_name: 'x' })).toBe('BAD_REQUEST: Invalid channel ID')
  expect(await refusal(administrator, { is_private: false })).toBe(
    'BAD_REQUEST: Channel content access is required.',
  )
  const everyone = { new: t.directory.systemGroup('role:members').id }
  expect(await refusal(administrator, { can_add_subscribers_group: everyone })).toBe(
    'BAD_REQUEST: Channel content access is required.',
  )
  expect(await refusal(member, { is_default_stream: true })).toBe(
    'UNAUTHORIZED_PRINCIPAL: Must be an organization administrator',
  )
  expect(await refusal(administrator, { message_retention_days: 'unlimited' })).toBe(
    'UNAUTHORIZED_PRINCIPAL: Must be an organization owner',
  )
  expect(await refusal(administrator, { is_default_stream: true })).toBe(
    'BAD_REQUEST: A default channel cannot be private.',
  )
  expect(await refusal(member, { new_name: 'General' })).toBe("BAD_REQUEST: Channel 'General' already exists")
  expect(
    await refusal(member, { can_remove_subscribers_group: { new: everyone.new, old: everyone.new } }),
  ).toBe('EXPECTATION_MISMATCH: \'can_remove_subscribers_group\' no longer has the value given as "old".')
  const open = await t.given.channel([administrator])
  expect(await t.as(member).refusal(updateStream, { stream_id: open.id, new_name: 'x' })).toMatchObject({
    message: 'You do not have permission to administer this channel.',
  })
})

test('everybody may start topics in a channel without shared history', async () => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  const { id } = await t.given.channel([iris], { invite_only: true })
  const members = t.directory.systemGroup('role:members').id
  const refused = {
    code: 'BAD_REQUEST',
    message: "'can_create_topic_group' has to be 'role:everyone' in channels with protected history.",
  }
  const limit = { stream_id: id, can_create_topic_group: { new: members } }
  expect(await t.as(iris).refusal(updateStream, limit)).toMatchObject(refused)
  await t.as(iris).call(updateStream, { ...limit, history_public_to_subscribers: true })
  expect(t.directory.channels.get(id)).toMatchObject({
    historyPublic: true,
    settings: { can_create_topic_group: members },
  })
  const protect = { stream_id: id, history_public_to_subscribers: false }
  expect(await t.as(iris).refusal(updateStream, protect)).toMatchObject(refused)
  const another = {
    name: 'plans',
    subscribers: [iris.id],
    invite_only: true,
    can_create_topic_group: members,
  }
  expect(await t.as(iris).refusal(createChannel, another)).toMatchObject(refused)
  await t.as(iris).call(createChannel, { ...another, history_public_to_subscribers: true })
})

test('a channel can give up topics only when its messages have none', async () => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  const channel = await t.given.channel([iris])
  const change = { stream_id: channel.id, topics_policy: 'empty_topic_only' as const }
  await t.given.message(iris, channel, { topic: '' })
  await converge(t, [iris], () => t.as(iris).call(updateStream, change))
  await t.as(iris).call(updateStream, { ...change, topics_policy: 'inherit' })
  await t.given.message(iris, channel, { topic: 'named' })
  expect(await t.as(iris).refusal(updateStream, change)).toMatchObject({ message: /have none/ })
})

test('an archived channel disappears for older clients and is marked for others, until it comes back', async () => {
  const t = await testApp()
  const { administrator, member, guest } = await t.given.everyRole()
  const channel = await t.given.channel([member, guest])
  const { id, name } = channel
  await t.as(administrator).call(updateStream, { stream_id: id, is_default_stream: true })
  const old = await t.as(member).call(registerQueue, { event_types: ['stream', 'subscription'] })
  const observers = [administrator, member, guest]
  await converge(t, observers, () => t.as(member).call(archiveStream, { stream_id: id }))
  const listed = async (options: { exclude_archived?: boolean }) =>
    (await t.as(member).call(getStreams, options)).streams.map((stream) => stream.stream_id)
  expect(await listed({})).not.toContain(id)
  expect(await listed({ exclude_archived: false })).toContain(id)
  expect(t.directory.channels.get(id)?.isDefault).toBe(false)
  await expect(t.given.message(member, channel)).rejects.toThrow(/archived/)
  // Since feature level 362.
  const { subscribed } = await t.as(administrator).call(subscribe, { subscriptions: [{ name }] })
  expect(subscribed).toEqual({ [administrator.id]: [name] })
  await converge(t, observers, () => t.as(member).call(updateStream, { stream_id: id, is_archived: false }))
  const { events } = await t.as(member).call(getEvents, {
    queue_id: old.queue_id ?? '',
    last_event_id: old.last_event_id,
    dont_block: true,
  })
  expect(events.map(({ type, op, property }) => [type, op, property].filter(Boolean).join(' '))).toEqual([
    'stream delete',
    'subscription peer_add',
    'stream create',
    'subscription add',
  ])
})

test('archiving and unarchiving do nothing the second time, and a private channel is unarchived only while it has subscribers', async () => {
  const t = await testApp()
  const { owner, member, guest } = await t.given.everyRole()
  const channel = await t.given.channel([member], { invite_only: true })
  const change = { stream_id: channel.id }
  const announcements = {
    new_stream_announcements_stream_id: channel.id,
    signup_announcements_stream_id: channel.id,
  }
  await t.as(owner).call(updateRealm, announcements)
  expect(await t.as(member).refusal(updateStream, { ...change, is_archived: false })).toMatchObject({
    message: 'Channel is not archived.',
  })
  // The organization stops announcing in it.
  await converge(t, [owner, member, guest], () => t.as(member).call(archiveStream, change))
  expect(t.directory.organization.settings).toMatchObject({
    new_stream_announcements_stream_id: -1,
    signup_announcements_stream_id: -1,
  })
  expect(await t.as(member).refusal(archiveStream, change)).toMatchObject({
    code: 'BAD_REQUEST',
    message: 'Channel is already archived.',
  })
  await t.as(member).call(unsubscribe, { subscriptions: [channel.name] })
  expect(await t.as(owner).refusal(updateStream, { ...change, is_archived: false })).toMatchObject({
    message: 'A private channel without subscribers cannot come back.',
  })
  expect(t.directory.channels.get(channel.id)?.isArchived).toBe(true)
})

test('everybody who may know a channel can look it up', async () => {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const bot = await t.given.bot('helper', iris)
  const open = await t.given.channel([iris], { name: 'Open' })
  const closed = await t.given.channel([iris, otto], { name: 'Closed', invite_only: true })
  const { mia } = await t.given.members('mia')
  expect(await t.as(mia).call(getStreamId, { stream: 'oPEN' })).toMatchObject({ stream_id: open.id })
  expect(await t.as(mia).call(getSubscribers, { stream_id: open.id })).toMatchObject({
    subscribers: [iris.id],
  })
  expect((await t.as(otto).call(getSubscribers, { stream_id: closed.id })).subscribers).toEqual([
    iris.id,
    otto.id,
  ])
  const status = (viewer: typeof mia, stream_id: number) =>
    t.as(viewer).call(getSubscriptionStatus, { user_id: iris.id, stream_id })
  expect(await status(mia, open.id)).toMatchObject({ is_subscribed: true })
  expect(
    await t.as(mia).refusal(getSubscriptionStatus, { user_id: iris.id, stream_id: closed.id }),
  ).toMatchObject({ message: 'Invalid channel ID' })
  const general = t.directory.channelByName('general')?.id
  const channelsOf = async (viewer: typeof mia) =>
    (await t.as(viewer).call(getUserChannels, { user_id: iris.id })).subscribed_channel_ids
  expect(await channelsOf(mia)).toEqual([general, open.id])
  expect(await channelsOf(otto)).toEqual([general, open.id, closed.id])

  const names = async (viewer: typeof mia, options: object) =>
    (await t.as(viewer).call(getStreams, options)).streams.map((stream) => stream.name)
  const none = { include_public: false, include_subscribed: false }
  expect(await names(mia, {})).toEqual(['general', 'Open'])
  expect(await names(mia, none)).toEqual([])
  expect(await names(otto, { ...none, include_subscribed: true })).toEqual(['general', 'Closed'])
  expect(await names(mia, { ...none, include_default: true })).toEqual(['general'])
  expect(await names(otto, { ...none, include_can_access_content: true })).toEqual([
    'general',
    'Open',
    'Closed',
  ])
  expect(await names(bot, { ...none, include_owner_subscribed: true })).toEqual(['general', 'Open'])
  expect(await names(mia, { ...none, include_all: true })).toEqual(['general', 'Open'])
})
