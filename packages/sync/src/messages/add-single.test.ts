import { expect, test } from 'vitest'
import { addPage } from './add-page.ts'
import { addSingle } from './add-single.ts'
import { applyToMessages } from './apply-to-messages.ts'
import { factsOf } from './facts.ts'
import { givenMessage, givenPage, givenState } from './given-messages.ts'
import { emptyMessages, withoutOrphans } from './messages.ts'
import { topicNarrow } from './narrow.ts'

const context = { facts: factsOf(givenState()), asOf: 0 }

test('single messages stay though no window holds them, and events change them', () => {
  const messages = addSingle(emptyMessages, { messages: [givenMessage(7), givenMessage(9)] }, context)
  const edited = applyToMessages(
    messages,
    {
      type: 'update_message',
      id: 1,
      user_id: 11,
      message_id: 9,
      message_ids: [9],
      flags: [],
      edit_timestamp: 1_700_000_100,
      rendering_only: false,
      content: 'new',
      rendered_content: '<p>new</p>',
    },
    context.facts,
  )
  const left = withoutOrphans(edited)
  expect(left.byId.get(7)?.content).toBe('<p>7</p>')
  expect(left.byId.get(9)?.content).toBe('<p>new</p>')
})

test('a single message that belongs into a window stands there, too', () => {
  const narrow = topicNarrow(5, 'colors')
  const held = addPage(emptyMessages, narrow, givenPage([givenMessage(7)]), context)
  const next = addSingle(held, { messages: [givenMessage(9)] }, context)
  expect([...next.windows.values()].map(({ ids }) => ids)).toEqual([[7, 9]])
})

test('the oldest of a thousand are given up', () => {
  const many = Array.from({ length: 1001 }, (_, at) => givenMessage(at + 1))
  const next = addSingle(emptyMessages, { messages: many }, context)
  expect(next.singles.length).toBe(1000)
  expect(next.byId.has(1)).toBe(false)
  expect(next.byId.has(2)).toBe(true)
})

test('an answer from before too many events is not taken in', () => {
  const behind = { ...emptyMessages, position: 9 }
  expect(addSingle(behind, { messages: [givenMessage(7)] }, context)).toBe(behind)
})
