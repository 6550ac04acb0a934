import { emptyMessages, type Messages } from '@tagma/sync/messages/messages.ts'
import { canonicalNarrow, narrowKey } from '@tagma/sync/messages/narrow.ts'
import type { State } from '@tagma/sync/state.ts'
import { beforeAll, expect, test } from 'vitest'
import { learn } from '#words/words.ts'
import { askedFor, checksOf as checksWith, mentionsIn, textProblem } from './checks.ts'

// The checks read a few fields of each: the others are not made up.
const state = {
  user_id: 10,
  realm_enable_guest_user_dm_warning: true,
  realm_users: [
    { user_id: 10, full_name: 'Iris Okafor', is_guest: false, is_bot: false },
    { user_id: 11, full_name: 'Otto Lind', is_guest: false, is_bot: false },
    { user_id: 12, full_name: 'Gus Pereira', is_guest: true, is_bot: false },
  ],
  subscriptions: [
    { stream_id: 5, name: 'design', subscribers: [10, 11], subscriber_count: 2 },
    { stream_id: 6, name: 'general', partial_subscribers: [10], subscriber_count: 23 },
  ],
} as unknown as State
const checksOf = (...[known, to, text]: Parameters<typeof askedFor>) =>
  checksWith(known, emptyMessages, to, text)
const colors = { kind: 'topic', channelId: 5, topic: 'colors' } as const

beforeAll(() => learn('checks'))

test('people are found by name and by id, and code mentions nobody', () => {
  expect(mentionsIn('@**otto lind** and @**X|12** and `@**Iris Okafor**`', state)).toEqual({
    userIds: [11, 12],
    isForChannel: false,
    isForTopic: false,
  })
  expect(mentionsIn('@**everyone**', state).isForChannel).toBe(true)
  expect(mentionsIn('```\n@**all**\n```', state).isForChannel).toBe(false)
})

test('people who are not in the channel are named', () => {
  expect(checksOf(state, colors, 'ask @**Gus Pereira** and @**Otto Lind**')).toEqual([
    { kind: 'outsiders', userIds: [12] },
  ])
})

test('where only some subscribers are known, nobody is called an outsider', () => {
  expect(checksOf(state, { ...colors, channelId: 6 }, '@**Gus Pereira**')).toEqual([])
})

test('a resolved topic and guests are told as soon as one writes', () => {
  expect(checksOf(state, { ...colors, topic: '✔ colors' }, 'one more thing')).toEqual([{ kind: 'resolved' }])
  expect(checksOf(state, { ...colors, topic: '✔ colors' }, '')).toEqual([])
  expect(checksOf(state, { kind: 'people', userIds: [11, 12] }, 'Hi')).toEqual([
    { kind: 'guests', userIds: [12] },
  ])
})

test('one is asked before everybody in a large channel is notified', () => {
  expect(askedFor(state, { ...colors, channelId: 6 }, '@**all** lunch')).toBe(23)
  expect(askedFor(state, colors, '@**all** lunch')).toBeUndefined()
  expect(askedFor(state, { ...colors, channelId: 6 }, 'lunch')).toBeUndefined()
})

const withSetting = (members: readonly number[]) =>
  ({
    ...state,
    realm_can_mention_many_users_group: { direct_members: members, direct_subgroups: [] },
  }) as unknown as State
const general = { ...colors, channelId: 6 }

test('whoever may not mention everybody in a large channel learns who may', () => {
  const reason = 'Only Otto Lind may notify more than 15 people at once.'
  expect(checksOf(withSetting([11]), general, '@**all** lunch')).toEqual([{ kind: 'crowd', reason }])
  expect(textProblem(withSetting([]), emptyMessages, general, '@**channel**')).toBe(
    'Nobody may notify more than 15 people at once.',
  )
  expect(checksOf(withSetting([10]), general, '@**all** lunch')).toEqual([])
  expect(checksOf(withSetting([11]), colors, '@**all** lunch')).toEqual([])
  expect(checksOf(withSetting([11]), general, '> @**all** lunch\n\nand `@**all**`')).toEqual([])
  expect(checksOf(withSetting([11]), { kind: 'people', userIds: [11] }, '@**all**')).toEqual([])
})

/** Makes a topic with messages of so many people. */
function topicOf(senders: number): Messages {
  const ids = Array.from({ length: senders }, (_, index) => index + 1)
  const narrow = canonicalNarrow(
    [
      { operator: 'channel', operand: 5, negated: false },
      { operator: 'topic', operand: 'colors', negated: false },
    ],
    10,
  )
  // The count reads only ids and senders.
  return {
    byId: new Map(ids.map((id) => [id, { sender_id: id + 100 }])),
    windows: new Map([[narrowKey(narrow), { ids }]]),
  } as unknown as Messages
}

test('a mention of a topic counts the people who wrote in it', () => {
  const problem = (senders: number, text: string) =>
    textProblem(withSetting([11]), topicOf(senders), colors, text)
  expect(problem(16, '@**topic** done')).toBe('Only Otto Lind may notify more than 15 people at once.')
  expect(problem(15, '@**topic** done')).toBeUndefined()
  expect(problem(16, '@**all** done')).toBeUndefined()
})
