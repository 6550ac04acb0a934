import { addPage } from '@tagma/sync/messages/add-page.ts'
import { factsOf } from '@tagma/sync/messages/facts.ts'
import { emptyMessages } from '@tagma/sync/messages/messages.ts'
import { expect, test } from 'vitest'
import { withMessages, withWholeList } from '#state/topic-lists.ts'
import { accountIn, ownCopy, readCopy, writeCopy } from './copy.ts'

const position = { queueId: 'abc', lastEventId: 7 }
const state = { user_id: 8, realm_name: 'Analytical Engine' } as never
const message = (id: number) => ({
  id,
  type: 'stream',
  stream_id: 5,
  subject: 'colors',
  flags: ['read'],
  sender_id: 10,
  content: '<p>x</p>',
})

const known = () => {
  const page = { messages: [message(3), message(9)], anchor: 9, found_oldest: false, found_newest: true }
  return {
    state,
    messages: addPage(emptyMessages, [{ operator: 'channel', operand: 5 }], page as never, {
      facts: factsOf(state),
      asOf: 0,
    }),
    topics: withWholeList(withMessages(new Map(), [{ id: 2, stream_id: 6, subject: 'Logo' }]), 5, [
      { name: 'colors', max_id: 9 },
    ]),
  }
}

test('a copy comes back as it was', () => {
  const before = known()
  const copy = readCopy(writeCopy(before, position))
  expect(copy?.position).toEqual(position)
  expect(copy?.known.state).toEqual(state)
  expect(copy?.known.topics).toEqual(before.topics)
  expect([...(copy?.known.messages.byId ?? [])]).toEqual([...before.messages.byId])
  expect([...(copy?.known.messages.windows ?? [])]).toEqual([...before.messages.windows])
})

test('a text of another version, or half of one, is no copy', () => {
  const text = writeCopy(known(), position) ?? ''
  expect(readCopy(text.slice(0, -10))).toBeUndefined()
  expect(readCopy(text.replace('"form":1', '"form":0'))).toBeUndefined()
  expect(readCopy(undefined)).toBeUndefined()
})

test('only the account that is signed in gets its copy', () => {
  const copy = readCopy(writeCopy(known(), position))
  expect(ownCopy(copy, 'a=1; tagma-account=8')).toBe(copy)
  expect(ownCopy(copy, 'tagma-account=88')).toBeUndefined()
  expect(ownCopy(copy, 'other-tagma-account=8')).toBeUndefined()
  expect(ownCopy(undefined, '')).toBeUndefined()
})

test('the cookies say whose the page is, and that it is nobody’s', () => {
  expect(accountIn('a=1; tagma-account=8')).toBe(8)
  expect(accountIn('tagma-account=0')).toBe(0)
  expect(accountIn('a=1')).toBeUndefined()
})

test('nothing is written before anything is known', () => {
  expect(writeCopy({ ...known(), state: undefined }, position)).toBeUndefined()
})
