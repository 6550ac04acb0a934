import { ById } from '@tagma/sync/messages/by-id.ts'
import type { Message } from '@tagma/sync/messages/message.ts'
import { emptyMessages } from '@tagma/sync/messages/messages.ts'
import { expect, test } from 'vitest'
import { newDevice } from './device.ts'
import type { Known } from './known.ts'
import { hasNewestOfAll, isQuestion, selectOpenQuestions } from './open-questions.ts'

const me = 8
const otto = 9

const direct = (id: number, sender_id: number, content: string, more: object = {}) => ({
  id,
  sender_id,
  content,
  subject: '',
  flags: [],
  reactions: [],
  participants: [me, otto],
  ...more,
})
const inTopic = (id: number, sender_id: number, content: string, more: object = {}) =>
  direct(id, sender_id, content, { stream_id: 1, subject: 'colors', participants: [], ...more })
const mention = { flags: ['mentioned'] }
const reactedBy = (user_id: number) => ({ reactions: [{ user_id }] })

const known = (all: readonly object[], { answered = [] as number[], window = {} } = {}) => {
  const messages = all as readonly Message[]
  const ids = messages.map(({ id }) => id)
  return {
    state: {
      user_id: me,
      realm_users: [{ user_id: 20, is_bot: true }],
      cross_realm_bots: [{ user_id: 21, is_bot: true, is_system_bot: true }],
      muted_users: [{ id: 13 }],
    },
    messages: {
      ...emptyMessages,
      byId: ById.from(messages.map((message) => [message.id, message] as const)),
      windows: new Map([['', { narrow: [], ids, hasNewest: true, isStale: false, ...window }]]),
    },
    device: { ...newDevice, answered },
  } as unknown as Known
}

const found = (...args: Parameters<typeof known>) => {
  const { toAnswer, asked } = selectOpenQuestions(known(...args))
  return { toAnswer: toAnswer.map(({ id }) => id), asked: asked.map(({ id }) => id) }
}

test('the last direct message waits until one writes or reacts', () => {
  expect(found([direct(1, otto, 'A'), direct(2, otto, 'B')]).toAnswer).toEqual([2])
  expect(found([direct(1, otto, 'A'), direct(2, me, 'B')]).toAnswer).toEqual([])
  expect(found([direct(1, otto, 'A'), direct(2, otto, 'B', reactedBy(me))]).toAnswer).toEqual([])
  expect(found([direct(1, otto, 'A', reactedBy(me)), direct(2, otto, 'B')]).toAnswer).toEqual([2])
})

test('a mention waits until one writes in its topic or reacts to it', () => {
  const asked = inTopic(1, otto, 'A', mention)
  expect(found([asked, inTopic(2, otto, 'B')]).toAnswer).toEqual([1])
  expect(found([asked, inTopic(2, otto, 'B', reactedBy(me))]).toAnswer).toEqual([1])
  expect(found([asked, inTopic(2, me, 'B')]).toAnswer).toEqual([])
  expect(found([asked, inTopic(2, me, 'B', { subject: 'logo' })]).toAnswer).toEqual([1])
  expect(found([inTopic(1, otto, 'A', { ...mention, ...reactedBy(me) })]).toAnswer).toEqual([])
  expect(found([inTopic(1, otto, 'A', { ...mention, subject: '✔ colors' })]).toAnswer).toEqual([])
})

test('bots and muted people wait for nothing', () => {
  expect(found([direct(1, 20, 'A', { participants: [me, 20] })]).toAnswer).toEqual([])
  expect(found([inTopic(1, 13, 'A', mention)]).toAnswer).toEqual([])
})

test('an own question waits until somebody else writes or reacts', () => {
  const question = inTopic(1, me, '<p>Which grey?</p>')
  expect(found([question, inTopic(2, me, 'I ask')]).asked).toEqual([1])
  expect(found([question, inTopic(2, otto, 'That one')]).asked).toEqual([])
  expect(found([question, inTopic(2, 20, 'A bot that knows')]).asked).toEqual([])
  expect(found([question, inTopic(2, 21, 'A notice of a move')]).asked).toEqual([1])
  expect(found([inTopic(1, me, 'Which?', reactedBy(otto))]).asked).toEqual([])
  expect(found([inTopic(1, me, 'Which?', reactedBy(me))]).asked).toEqual([1])
  expect(found([direct(1, me, 'What did I want?', { participants: [me] })]).asked).toEqual([])
})

test('what is done leaves the list, with all before it', () => {
  const all = [direct(1, otto, 'A'), direct(2, otto, 'B'), direct(3, otto, 'C')]
  expect(found(all.slice(0, 2), { answered: [2] }).toAnswer).toEqual([])
  expect(found(all, { answered: [2] }).toAnswer).toEqual([3])
  const asked = [inTopic(4, me, 'Who?'), inTopic(5, me, 'Where?')]
  expect(found(asked, { answered: [5] }).asked).toEqual([])
})

test('messages with a gap behind them say nothing, because the answer may be in it', () => {
  const all = [direct(1, otto, 'A')]
  expect(hasNewestOfAll(known(all))).toBe(true)
  for (const window of [{ hasNewest: false }, { isStale: true }]) {
    expect(found(all, { window }).toAnswer).toEqual([])
    expect(hasNewestOfAll(known(all, { window }))).toBe(false)
  }
  const narrow = [{ operator: 'is', operand: 'mentioned', negated: false }]
  expect(found(all, { window: { narrow } }).toAnswer).toEqual([])
})

test.each([
  ['<p>Which grey?</p>', true],
  ['<p>Really?!</p>', true],
  ['<p>どれ？</p>', true],
  ['<p>أي لون؟</p>', true],
  ['<p>This one.</p>', false],
  ['<p><a href="https://x.example/?a=b">https://x.example/?a=b</a></p>', false],
  ['<p><code>a ? b : c</code></p>', false],
  ['<blockquote><blockquote><p>In?</p></blockquote><p>Out?</p></blockquote><p>Yes.</p>', false],
])('%s is a question: %s', (html, is) => expect(isQuestion(html)).toBe(is))
