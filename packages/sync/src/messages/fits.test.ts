import { expect, test } from 'vitest'
import { factsOf } from './facts.ts'
import { fits } from './fits.ts'
import { givenMessage, givenPeople, givenState, me } from './given-messages.ts'
import { messageOf } from './message.ts'
import { canonicalNarrow, directNarrow, type Narrow, narrowKey, topicNarrow } from './narrow.ts'

const facts = factsOf(
  givenState({
    user_topics: [
      { stream_id: 5, topic_name: 'Loud', last_updated: 1, visibility_policy: 1 },
      { stream_id: 5, topic_name: 'Dear', last_updated: 1, visibility_policy: 3 },
    ],
  }),
)
const of = (parts: Parameters<typeof givenMessage>[1]) => {
  const message = givenMessage(31, parts)
  return messageOf(message, message.flags)
}
const direct = (...ids: number[]) => of({ type: 'private', display_recipient: givenPeople(me, ...ids) })
const decide = (message: ReturnType<typeof of>, ...terms: [string, Narrow[number]['operand'], boolean?][]) =>
  fits(
    canonicalNarrow(
      terms.map(([operator, operand, negated = false]) => ({ operator, operand, negated })),
      me,
    ),
    message,
    facts,
  )

test.each<[string, ReturnType<typeof of>, [string, Narrow[number]['operand'], boolean?], string]>([
  ['its channel', of({}), ['channel', 5], 'yes'],
  ['its channel under a former name, as text', of({}), ['stream', '5'], 'yes'],
  ['another channel', of({}), ['channel', 6], 'no'],
  ['all but another channel', of({}), ['channel', 6, true], 'yes'],
  ['a channel by name', of({}), ['channel', 'design'], 'unknown'],
  ['its topic in another case', of({}), ['topic', 'COLORS'], 'yes'],
  ['a topic, for a direct message', direct(11), ['topic', ''], 'no'],
  ['the people of a conversation', direct(11), ['dm', [11]], 'yes'],
  ['the people with oneself', direct(11), ['dm', [me, 11]], 'yes'],
  ['some of the people', direct(11, 12), ['dm', [11]], 'no'],
  ['conversations with one of them', direct(11, 12), ['dm-including', [11]], 'yes'],
  ['notes to oneself', direct(), ['dm', []], 'yes'],
  ['direct messages', direct(11), ['is', 'private'], 'yes'],
  ['its sender', of({}), ['sender', 11], 'yes'],
  ['one’s own', of({ sender_id: me }), ['from', 'me'], 'yes'],
  ['starred ones', of({ flags: ['starred'] }), ['is', 'starred'], 'yes'],
  ['mentions of everybody', of({ flags: ['stream_wildcard_mentioned'] }), ['is', 'mentioned'], 'yes'],
  ['unread ones', of({ flags: ['read'] }), ['is', 'unread'], 'no'],
  ['muted topics', of({ subject: 'loud' }), ['is', 'muted'], 'yes'],
  ['all but muted topics, for a direct message', direct(11), ['is', 'muted', true], 'yes'],
  ['followed topics', of({ subject: 'dear' }), ['is', 'followed'], 'yes'],
  ['resolved topics', of({ subject: '✔ colors' }), ['is', 'resolved'], 'yes'],
  ['messages with reactions', of({}), ['has', 'reactions'], 'no'],
  ['messages with links', of({ content: '<p><a href="x">x</a></p>' }), ['has', 'link'], 'yes'],
  ['messages with pictures, without any element', of({}), ['has', 'image'], 'no'],
  ['messages with pictures, if it has one', of({ content: '<img src="x">' }), ['has', 'image'], 'unknown'],
  ['all channels', of({}), ['channels', 'all'], 'yes'],
  ['public channels', of({}), ['channels', 'public'], 'yes'],
  ['public channels, in a private one', of({ stream_id: 6 }), ['channels', 'public'], 'no'],
  ['a search', of({}), ['search', 'grey'], 'unknown'],
  ['an operator of a newer server', of({}), ['colour', 'grey'], 'unknown'],
  ['a place to look from', of({}), ['near', 12], 'yes'],
  ['its id', of({}), ['id', '31'], 'yes'],
])('decides: %s', (_title, message, term, fit) => {
  expect(decide(message, term)).toBe(fit)
})

test('one term that excludes a message decides, whatever only the server knows', () => {
  expect(decide(of({}), ['search', 'grey'], ['channel', 6])).toBe('no')
})

test('without a channel, messages from before one’s subscription do not belong', () => {
  const old = of({ flags: ['read', 'historical'] })
  expect(decide(old, ['sender', 11])).toBe('no')
  expect(decide(old, ['sender', 11], ['channel', 5])).toBe('yes')
})

test('`with` goes where its message is', () => {
  const other = messageOf(givenMessage(20, { subject: 'shades' }), [])
  const narrow = [...topicNarrow(5, 'colors'), { operator: 'with', operand: 20 }]
  const find = (id: number) => (id === 20 ? other : undefined)
  expect(fits(narrow, of({ subject: 'Shades' }), facts, find)).toBe('yes')
  expect(fits(narrow, of({ subject: 'colors' }), facts, find)).toBe('no')
  expect(fits(narrow, of({ subject: 'colors' }), facts)).toBe('unknown')
})

test('narrows that mean the same have one key', () => {
  const key = (narrow: Narrow) => narrowKey(canonicalNarrow(narrow, me))
  const plain = key([
    { operator: 'channel', operand: 5 },
    { operator: 'topic', operand: 'Blue sky' },
  ])
  expect(plain).toBe('channel:5 topic:blue%20sky')
  expect(
    key([
      { operator: 'near', operand: 31 },
      { operator: 'subject', operand: 'blue SKY', negated: false },
      { operator: 'stream', operand: '5' },
    ]),
  ).toBe(plain)
  expect(narrowKey(directNarrow([12, me, 11], me))).toBe(narrowKey(directNarrow([11, 12], me)))
  expect(key([{ operator: 'is', operand: 'muted', negated: true }])).toBe('-is:muted')
})
