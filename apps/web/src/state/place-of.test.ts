import { parseAddress } from '@tagma/contract/address.ts'
import { expect, test } from 'vitest'
import { placeOf } from './place-of.ts'
import type { Place } from './place.ts'

const direct = { kind: 'direct' } as const
const inbox = { kind: 'inbox' } as const
const place = (address: string, present: Place) => placeOf(parseAddress(address, {}), present)

test('an address of a list opens that list', () => {
  expect(place('#inbox', direct)).toEqual({ kind: 'inbox' })
  expect(place('#recent_topics', direct)).toEqual({ kind: 'recent' })
  expect(place('#topics/channel/5-design', inbox)).toEqual({ kind: 'channel', channelId: 5 })
  expect(place('#narrow/is/dm', inbox)).toEqual({ kind: 'direct' })
})

test('a conversation opens beside the list that has it, else beside its channel', () => {
  expect(place('#narrow/channel/5-design/topic/colors', inbox)).toEqual(inbox)
  expect(place('#narrow/channel/5-design/topic/colors', direct)).toEqual({ kind: 'channel', channelId: 5 })
  expect(place('#narrow/dm/8,10-dm', { kind: 'channel', channelId: 5 })).toEqual({ kind: 'direct' })
})

test('a step of the history has the list that it was left with', () => {
  const view = parseAddress('#narrow/channel/5-design/topic/colors', {})
  expect(placeOf(view, direct, { kind: 'recent' })).toEqual({ kind: 'recent' })
  expect(placeOf(view, inbox, direct)).toEqual({ kind: 'channel', channelId: 5 })
  const search = { kind: 'search', terms: [{ operator: 'search', operand: 'grey' }] } as const
  const found = parseAddress('#narrow/channel/5-design/topic/colors/near/31', {})
  expect(placeOf(found, inbox, search)).toBe(search)
  // The same results stay.
  expect(placeOf(found, search, structuredClone(search))).toBe(search)
})

test('any other address leaves the list as it is', () => {
  expect(place('#settings/profile', direct)).toEqual(direct)
  expect(place('#narrow/is/starred', direct)).toEqual(direct)
})

test('what a search found opens beside it; all else leaves the search', () => {
  const terms = [{ operator: 'search', operand: 'grey' }] as const
  const search = { kind: 'search', terms } as const
  const conversation = { kind: 'topic', channelId: 5, topic: 'colors' } as const
  expect(placeOf(search, { kind: 'inbox' })).toEqual(search)
  expect(placeOf({ kind: 'conversation', conversation, at: { near: 31 } }, search)).toEqual(search)
  expect(placeOf({ kind: 'conversation', conversation }, search)).toEqual({ kind: 'channel', channelId: 5 })
  expect(placeOf({ kind: 'feed' }, search)).toEqual({ kind: 'inbox' })
})

test('a search may name where it begins; a single word such as is:starred is a feed', () => {
  const terms = [{ operator: 'search', operand: 'grey' }] as const
  expect(placeOf({ kind: 'search', terms, at: { date: '2026-11-22' } }, { kind: 'inbox' })).toEqual({
    kind: 'search',
    terms: [...terms, { operator: 'date', operand: '2026-11-22' }],
  })
  const starred = { kind: 'search', terms: [{ operator: 'is', operand: 'starred' }] } as const
  expect(placeOf(starred, { kind: 'recent' })).toEqual({ kind: 'recent' })
})
