import type { Channel } from '@tagma/contract/objects/channel.ts'
import type { UserGroup } from '@tagma/contract/objects/user-group.ts'
import { roles } from '@tagma/contract/roles.ts'
import { channelGroupSettingNames } from '@tagma/contract/settings/channel-permissions.ts'
import { visibilityPolicies } from '@tagma/contract/visibility-policies.ts'
import { can } from '@tagma/rules/can.ts'
import { mayPost } from '@tagma/rules/channels.ts'
import { expect, test } from 'vitest'
import { applyEvent } from '../apply-event.ts'
import { givenMessage, givenPeople, givenState, me } from '../messages/given-messages.ts'
import { directNarrow, topicNarrow } from '../messages/narrow.ts'
import type { State, SyncEvent } from '../state.ts'
import { organizationOf, personOf, ruledChannel } from './rights.ts'
import { titleOf } from './title-of.ts'
import { unreadInDirect, unreadInTopic, unreadOf } from './unread-of.ts'

const topic = (stream_id: number, name: string, ...unread_message_ids: number[]) => ({
  stream_id,
  topic: name,
  unread_message_ids,
})
const policy = (stream_id: number, topic_name: string, visibility_policy: number) => ({
  stream_id,
  topic_name,
  last_updated: 1,
  visibility_policy,
})

const state = givenState({
  subscriptions: [
    { stream_id: 5, name: 'design', is_muted: false },
    { stream_id: 6, name: 'noise', is_muted: true },
  ] as State['subscriptions'],
  user_topics: [
    policy(5, 'Loud', visibilityPolicies.muted),
    policy(6, 'dear', visibilityPolicies.followed),
    policy(6, 'kept', visibilityPolicies.unmuted),
  ],
  unread_msgs: {
    count: 7,
    streams: [
      topic(5, 'colors', 20, 21),
      topic(5, 'loud', 30),
      topic(6, 'rest', 31, 32),
      topic(6, 'Dear', 33),
      topic(6, 'Kept', 34),
    ],
    pms: [
      { other_user_id: 11, sender_id: 11, unread_message_ids: [40] },
      { other_user_id: me, sender_id: me, unread_message_ids: [39] },
    ],
    huddles: [{ user_ids_string: `${me},11,12`, unread_message_ids: [41] }],
    mentions: [21, 32],
    old_unreads_missing: false,
  },
  realm_users: [
    { user_id: me, full_name: 'Iris', role: roles.member },
    { user_id: 11, full_name: 'Otto', role: roles.member },
  ] as State['realm_users'],
  realm_non_active_users: [{ user_id: 12, full_name: 'Mia', role: roles.guest }] as State['realm_users'],
})
const message = (id: number, parts: Parameters<typeof givenMessage>[1]) => {
  const { flags, ...rest } = givenMessage(id, parts)
  return { type: 'message', flags, message: rest } as unknown as SyncEvent
}

test('unread messages are counted by channel, apart from muted topics', () => {
  const { channels, total, mentions, direct } = unreadOf(state)
  expect({ total, mentions, direct }).toEqual({ total: 7, mentions: 2, direct: 3 })
  expect(channels.get(5)).toMatchObject({ count: 2, muted: 1, mentions: 1 })
  expect(channels.get(6)).toMatchObject({ count: 2, muted: 2, mentions: 1 })
  expect(channels.get(6)?.topics.map((one) => [one.topic, one.isMuted, one.isFollowed])).toEqual([
    ['Kept', false, false],
    ['Dear', false, true],
    ['rest', true, false],
  ])
})

test('unread messages of people come by conversation, the newest first', () => {
  expect(unreadOf(state).conversations).toEqual([
    { userIds: [11, 12], ids: [41] },
    { userIds: [11], ids: [40] },
    { userIds: [], ids: [39] },
  ])
  expect(unreadInDirect(state, [12, me, 11])).toEqual([41])
  expect(unreadInDirect(state, [])).toEqual([39])
  expect(unreadInDirect(state, [13])).toEqual([])
  expect([unreadInTopic(state, 5, 'COLORS'), unreadInTopic(state, 5, 'none')]).toEqual([[20, 21], []])
})

test('the counts of a channel stay the same object while another changes', () => {
  const before = unreadOf(state)
  const next = unreadOf(applyEvent(state, message(50, { subject: 'colors' })))
  expect(next.channels.get(5)).toMatchObject({ count: 3 })
  expect(next.channels.get(6)).toBe(before.channels.get(6))
  const muted = { type: 'user_topic', ...policy(6, 'kept', visibilityPolicies.muted) } as SyncEvent
  expect(unreadOf(applyEvent(state, muted)).channels.get(6)).toMatchObject({ count: 1, muted: 3 })
})

test('a direct message is counted in its conversation', () => {
  const event = message(51, { type: 'private', display_recipient: givenPeople(me, 11) })
  expect(unreadOf(applyEvent(state, event)).conversations[0]).toEqual({ userIds: [11], ids: [40, 51] })
})

test.each([
  [topicNarrow(5, 'colors'), { kind: 'topic', channel: 'design', topic: 'colors' }],
  [
    [...topicNarrow(5, 'colors'), { operator: 'with', operand: 3 }],
    { kind: 'topic', channel: 'design', topic: 'colors' },
  ],
  [[{ operator: 'channel', operand: 7 }], { kind: 'channel', channel: undefined }],
  [directNarrow([11, 12], me), { kind: 'direct', names: ['Mia', 'Otto'] }],
  [directNarrow([], me), { kind: 'direct', names: ['Iris'] }],
  [directNarrow([99], me), { kind: 'direct', names: [undefined] }],
  [[...topicNarrow(5, 'colors'), { operator: 'is', operand: 'unread' }], { kind: 'filter' }],
  [[], { kind: 'filter' }],
])('a narrow has a title: %j', (narrow, title) => {
  expect(titleOf(state, narrow)).toEqual(title)
})

test('rights follow from the registration, through nested groups', () => {
  const group = (id: number, name: string, members: number[], direct_subgroup_ids: number[] = []) =>
    ({ id, name, members, direct_subgroup_ids }) as UserGroup
  const channel = {
    ...Object.fromEntries(channelGroupSettingNames.map((name) => [name, 2])),
    is_archived: false,
    topics_policy: 'inherit',
  } as unknown as Channel
  const known: State = {
    ...state,
    realm_user_groups: [group(1, 'role:fullmembers', [me]), group(2, 'makers', [12], [1])],
    realm_can_resolve_topics_group: 2,
  }
  const may = (id: number) => [
    can(organizationOf(known), personOf(known, id), 'can_resolve_topics_group'),
    can(organizationOf(known), personOf(known, id), 'can_create_groups'),
    mayPost(organizationOf(known), personOf(known, id), ruledChannel(channel)),
  ]
  expect([may(me), may(11)]).toEqual([
    [true, false, true],
    [false, false, false],
  ])
  expect([personOf(known, me).isFullMember, personOf(known, 11).isFullMember]).toEqual([true, false])
  expect(personOf(known, 99).role).toBe(roles.guest)
})
