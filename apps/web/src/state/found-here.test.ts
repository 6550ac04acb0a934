import { ById } from '@tagma/sync/messages/by-id.ts'
import type { Facts } from '@tagma/sync/messages/facts.ts'
import type { Message } from '@tagma/sync/messages/message.ts'
import { expect, test } from 'vitest'
import { foundHere, wordsOf } from './found-here.ts'

const facts = { userId: 8 } as Facts
const message = (id: number, content: string, sender_id = 10): [number, Message] => [
  id,
  { id, content, sender_id, subject: 'Papér', type: 'stream', flags: [], stream_id: 5 } as unknown as Message,
]
const byId = ById.from([
  message(-1, '<p>warm grey</p>'),
  message(1, '<p>Warm <b>grey</b></p>'),
  message(2, '<p>warm</p>', 11),
  message(3, '<p>a warmer GREY</p>'),
])
const search = (operand: string, negated = false) => [{ operator: 'search', operand, negated }]

test('all words have to stand in the text or topic, in any case and form, newest first', () => {
  expect(foundHere(byId, search('warm grey'), facts)).toEqual([3, 1])
  expect(foundHere(byId, search('paper'), facts)).toEqual([3, 2, 1])
  expect(foundHere(byId, search('"warm grey"'), facts)).toEqual([1])
  expect(foundHere(byId, search('grey', true), facts)).toEqual([2])
})

test('the other conditions hold, too; what only the server can tell is left out', () => {
  const sender = { operator: 'sender', operand: 11, negated: false }
  expect(foundHere(byId, [...search('warm'), sender], facts)).toEqual([2])
  expect(foundHere(byId, [...search('warm'), { operator: 'unheard', operand: 1 }], facts)).toEqual([])
})

test('quotation marks keep words together', () => {
  expect(wordsOf('paper "two words" x"y z')).toEqual(['paper', 'two words', 'x', 'y z'])
})
