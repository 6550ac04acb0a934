import { addDefaultStream } from '@tagma/contract/endpoints/channels/add-default-stream.ts'
import { archiveStream } from '@tagma/contract/endpoints/channels/archive-stream.ts'
import { getStreamById } from '@tagma/contract/endpoints/channels/get-stream-by-id.ts'
import { getStreamId } from '@tagma/contract/endpoints/channels/get-stream-id.ts'
import { getSubscribers } from '@tagma/contract/endpoints/channels/get-subscribers.ts'
import { getSubscriptionStatus } from '@tagma/contract/endpoints/channels/get-subscription-status.ts'
import { removeDefaultStream } from '@tagma/contract/endpoints/channels/remove-default-stream.ts'
import { subscribe } from '@tagma/contract/endpoints/channels/subscribe.ts'
import { unsubscribe } from '@tagma/contract/endpoints/channels/unsubscribe.ts'
import { updateStream } from '@tagma/contract/endpoints/channels/update-stream.ts'
import { updateSubscriptionProperty } from '@tagma/contract/endpoints/channels/update-subscription-property.ts'
import { sendMessage } from '@tagma/contract/endpoints/messages/send-message.ts'
import { updateUserTopic } from '@tagma/contract/endpoints/topics/update-user-topic.ts'
import { expect, test } from 'vitest'
import type { ChannelRecord } from '#model/records.ts'
import { updateOrganizationSettings } from '#store/organization/organizations.ts'
import { type TestApp, testApp, type TestClient } from '#test/app.ts'
import type { TestUser } from '#test/given.ts'
import { everyCaller, outcomeOf } from '#test/matrix.ts'

// Tests who may do what with which channel. Columns: owner, administrator, moderator, member, guest, and a member's
// bot; somebody else made the channel. `+` is carried out, `-` is refused. "in" means that the caller is subscribed.

const kinds = {
  public: { options: {}, isIn: false },
  'public, in': { options: {}, isIn: true },
  private: { options: { invite_only: true }, isIn: false },
  'private, in': { options: { invite_only: true }, isIn: true },
  'web-public': { options: { is_web_public: true }, isIn: false },
  archived: { options: {}, isIn: false },
  'archived, in': { options: {}, isIn: true },
} as const
type Kind = keyof typeof kinds

/** People that all cells share: the channel's creator, a subscriber, and a member who is not subscribed. */
interface Place {
  readonly channel: ChannelRecord
  readonly creator: TestUser
  readonly other: TestUser
}
type Act = (caller: TestClient, place: Place) => Promise<unknown>

const read: Readonly<Record<Kind, string>> = {
  public: '++++-+',
  'public, in': '++++++',
  private: '++----',
  'private, in': '++++++',
  'web-public': '++++++',
  archived: '++++-+',
  'archived, in': '++++++',
}
const administer: Readonly<Record<Kind, string>> = {
  public: '++----',
  'public, in': '++----',
  private: '++----',
  'private, in': '++----',
  'web-public': '++----',
  archived: '++----',
  'archived, in': '++----',
}

const table: Readonly<Record<string, { act: Act; may: Readonly<Record<Kind, string>> }>> = {
  'get by id': {
    act: (caller, { channel }) => caller.call(getStreamById, { stream_id: channel.id }),
    may: read,
  },
  'get by name': {
    act: (caller, { channel }) => caller.call(getStreamId, { stream: channel.name }),
    may: read,
  },
  'list subscribers': {
    act: (caller, { channel }) => caller.call(getSubscribers, { stream_id: channel.id }),
    may: read,
  },
  'ask whether subscribed': {
    act: (caller, { channel, creator }) =>
      caller.call(getSubscriptionStatus, { stream_id: channel.id, user_id: creator.id }),
    may: read,
  },
  'mute a topic': {
    act: (caller, { channel }) =>
      caller.call(updateUserTopic, { stream_id: channel.id, topic: 'lunch', visibility_policy: 1 }),
    may: read,
  },
  subscribe: {
    act: (caller, { channel }) => caller.call(subscribe, { subscriptions: [{ name: channel.name }] }),
    may: { ...read, private: '------' },
  },
  'subscribe somebody': {
    act: (caller, { channel, other }) =>
      caller.call(subscribe, { subscriptions: [{ name: channel.name }], principals: [other.id] }),
    may: {
      public: '++++-+',
      'public, in': '++++-+',
      private: '------',
      'private, in': '++++-+',
      'web-public': '++++-+',
      archived: '++++-+',
      'archived, in': '++++-+',
    },
  },
  'unsubscribe oneself': {
    act: (caller, { channel }) => caller.call(unsubscribe, { subscriptions: [channel.name] }),
    may: read,
  },
  'unsubscribe somebody': {
    act: (caller, { channel, creator }) =>
      caller.call(unsubscribe, { subscriptions: [channel.name], principals: [creator.id] }),
    may: administer,
  },
  'change one’s own settings': {
    act: (caller, { channel }) =>
      caller.call(updateSubscriptionProperty, {
        stream_id: channel.id,
        property: 'pin_to_top',
        value: true,
      }),
    may: {
      public: '------',
      'public, in': '++++++',
      private: '------',
      'private, in': '++++++',
      'web-public': '------',
      archived: '------',
      'archived, in': '++++++',
    },
  },
  rename: {
    act: (caller, { channel }) =>
      caller.call(updateStream, { stream_id: channel.id, new_name: `${channel.name}!` }),
    may: administer,
  },
  'change who may subscribe': {
    act: (caller, { channel, creator }) =>
      caller.call(updateStream, {
        stream_id: channel.id,
        can_subscribe_group: { new: { direct_members: [creator.id], direct_subgroups: [] } },
      }),
    may: { ...administer, private: '------' },
  },
  archive: {
    act: (caller, { channel }) => caller.call(archiveStream, { stream_id: channel.id }),
    may: { ...administer, archived: '------', 'archived, in': '------' },
  },
  'bring back': {
    act: (caller, { channel }) => caller.call(updateStream, { stream_id: channel.id, is_archived: false }),
    may: {
      public: '------',
      'public, in': '------',
      private: '------',
      'private, in': '------',
      'web-public': '------',
      archived: '++----',
      'archived, in': '++----',
    },
  },
  'make default': {
    act: (caller, { channel }) => caller.call(addDefaultStream, { stream_id: channel.id }),
    may: {
      ...administer,
      private: '------',
      'private, in': '------',
      archived: '------',
      'archived, in': '------',
    },
  },
  'make no default': {
    act: (caller, { channel }) => caller.call(removeDefaultStream, { stream_id: channel.id }),
    may: administer,
  },
  send: {
    act: (caller, { channel }) =>
      caller.call(sendMessage, { type: 'channel', to: channel.id, topic: 'lunch', content: 'Hi' }),
    may: {
      public: '++++-+',
      'public, in': '++++++',
      private: '------',
      'private, in': '++++++',
      'web-public': '++++++',
      archived: '------',
      'archived, in': '------',
    },
  },
}

test.for(
  Object.entries(table).flatMap(([name, row]) =>
    Object.keys(kinds).map((kind) => ({ name, kind: kind as Kind, row })),
  ),
)('$name: $kind', async ({ kind, row }) => {
  const t = await testApp()
  await t.app.services.data.transact(t.organizationId, (tx) =>
    updateOrganizationSettings(tx, { enable_spectator_access: true }),
  )
  const creator = await t.given.user('creator', { role: 'owner' })
  const { other } = await t.given.members('other')
  const outcome = await outcomeOf(await everyCaller(t), async (caller) => {
    const channel = await channelOf(t, kind, creator, caller)
    return () => row.act(t.as(caller), { channel, creator, other })
  })
  expect(outcome).toBe(row.may[kind])
})

async function channelOf(
  t: TestApp,
  kind: Kind,
  creator: TestUser,
  caller: TestUser,
): Promise<ChannelRecord> {
  const { options, isIn } = kinds[kind]
  const channel = await t.given.channel(isIn ? [creator, caller] : [creator], {
    ...options,
    can_administer_channel_group: t.directory.systemGroup('role:nobody').id,
  })
  if (kind.startsWith('archived')) await t.as(creator).call(archiveStream, { stream_id: channel.id })
  return channel
}
