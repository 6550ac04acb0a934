import { visibilityPolicies } from '@tagma/contract/visibility-policies.ts'
import { emptyMessages } from '@tagma/sync/messages/messages.ts'
import { expect, test } from 'vitest'
import {
  beginRound,
  type Card,
  type Decision,
  goOn,
  newCards,
  placeOfCard,
  type Round,
  stillHolds,
  withDecision,
  withNews,
} from './catch-up.ts'
import type { Known } from './known.ts'

const channel = (stream_id: number, name: string, folder_id: number | null) => ({
  stream_id,
  name,
  folder_id,
  pin_to_top: false,
  is_muted: false,
  is_archived: false,
})

const topicOf = (stream_id: number, topic: string, ...unread_message_ids: number[]) => ({
  stream_id,
  topic,
  unread_message_ids,
})

const known = (
  streams: readonly ReturnType<typeof topicOf>[],
  { pms = [], mentions = [], user_topics = [] }: Readonly<Record<string, readonly unknown[]>> = {},
) =>
  ({
    state: {
      user_id: 8,
      subscriptions: [channel(1, 'general', null), channel(2, 'design', 5), channel(3, 'engine', 5)],
      channel_folders: [{ id: 5, name: 'Product', order: 0, is_archived: false }],
      user_topics,
      unread_msgs: { count: 0, streams, pms, huddles: [], mentions, old_unreads_missing: false },
    },
    messages: emptyMessages,
    topics: new Map(),
  }) as unknown as Known

const namesOf = ({ cards }: Pick<Round, 'cards'>) =>
  cards.map(({ topic, userIds, unreadIds }) => `${topic || userIds?.join()}: ${unreadIds.join()}`)

test('people come first, then mentions, then followed topics, then the others by folder, the newest first', () => {
  const streams = [
    topicOf(1, 'lunch', 90),
    topicOf(3, 'release', 10, 11),
    topicOf(2, 'colors', 20),
    topicOf(2, 'logo', 30),
    topicOf(3, 'followed', 5),
    topicOf(1, 'mention', 4),
    topicOf(1, 'muted', 99),
  ]
  const round = beginRound(
    known(streams, {
      pms: [
        { other_user_id: 9, unread_message_ids: [1] },
        { other_user_id: 8, unread_message_ids: [2] },
      ],
      mentions: [4],
      user_topics: [
        { stream_id: 3, topic_name: 'Followed', visibility_policy: visibilityPolicies.followed },
        { stream_id: 1, topic_name: 'muted', visibility_policy: visibilityPolicies.muted },
      ],
    }),
  )
  expect(namesOf(round)).toEqual([
    ': 2',
    '9: 1',
    'mention: 4',
    'followed: 5',
    'logo: 30',
    'colors: 20',
    'release: 10,11',
    'lunch: 90',
  ])
})

test('cards that were read elsewhere are passed over, and new messages come behind all cards', () => {
  const round = beginRound(known([topicOf(1, 'a', 3), topicOf(1, 'b', 2), topicOf(1, 'c', 1)]))
  const later = known([topicOf(1, 'a', 3, 7), topicOf(1, 'c', 1), topicOf(2, 'new', 8)])
  expect(goOn(round, 1, later.state).at).toBe(2)
  const end = goOn(round, 3, later.state)
  expect(end.at).toBe(3)
  expect(newCards(end, later)).toHaveLength(2)
  const longer = withNews(end, later)
  expect(namesOf(longer)).toEqual(['a: 3', 'b: 2', 'c: 1', 'new: 8', 'a: 7'])
  expect(longer.at).toBe(3)
})

test('a topic that was renamed meanwhile keeps its card', () => {
  const round = beginRound(known([topicOf(1, 'a', 3), topicOf(1, 'b', 1, 2)]))
  const later = known([topicOf(1, 'a', 3), topicOf(2, 'better', 2)])
  expect(goOn(round, 1, later.state).at).toBe(1)
  expect(placeOfCard(later, round.cards[1]!)).toEqual({ channelId: 2, topic: 'better', userIds: undefined })
})

test('of decisions that cancel each other out, none is left', () => {
  const { followed, inherit, muted } = visibilityPolicies
  const decide = (...decisions: readonly Decision[]) =>
    decisions.reduce<Round>((round, decision) => withDecision(round, 0, decision), {
      cards: [],
      at: 0,
      decided: [],
    }).decided
  expect(
    decide(
      { kind: 'policy', policy: followed, before: inherit },
      { kind: 'policy', policy: inherit, before: followed },
    ),
  ).toEqual([])
  expect(
    decide(
      { kind: 'policy', policy: followed, before: inherit },
      { kind: 'policy', policy: muted, before: followed },
    ),
  ).toEqual([{ at: 0, decision: { kind: 'policy', policy: muted, before: inherit } }])
  expect(decide({ kind: 'resolved', isResolved: true }, { kind: 'resolved', isResolved: false })).toEqual([])
  expect(decide({ kind: 'kept' }, { kind: 'kept' })).toHaveLength(1)
})

test('a decision that was undone elsewhere does not hold any more', () => {
  const card: Card = {
    channelId: 1,
    topic: 'a',
    userIds: undefined,
    hasMention: false,
    isFollowed: false,
    unreadIds: [3],
  }
  const read = { kind: 'read', ids: [3] } as const
  expect(stillHolds(known([]), card, read)).toBe(true)
  expect(stillHolds(known([topicOf(1, 'A', 4)]), card, read)).toBe(true)
  expect(stillHolds(known([topicOf(1, 'A', 3, 4)]), card, read)).toBe(false)
  const { muted, inherit } = visibilityPolicies
  expect(stillHolds(known([]), card, { kind: 'policy', policy: muted, before: inherit })).toBe(false)
  expect(stillHolds(known([]), { ...card, topic: '✔ a' }, { kind: 'resolved', isResolved: true })).toBe(true)
})
