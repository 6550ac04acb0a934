import { expect, test } from 'vitest'
import { applyEvent } from './apply-event.ts'
import { changedKeys, type Knowledge } from './changed-keys.ts'
import { addPage } from './messages/add-page.ts'
import { applyToMessages } from './messages/apply-to-messages.ts'
import { factsOf } from './messages/facts.ts'
import { givenMessage, givenPage, givenState } from './messages/given-messages.ts'
import { dropWindow, emptyMessages } from './messages/messages.ts'
import { topicNarrow } from './messages/narrow.ts'
import type { State, SyncEvent } from './state.ts'

const state = givenState({
  realm_users: [7, 8, 9].map((user_id) => ({
    user_id,
    full_name: `Person ${user_id}`,
    is_active: true,
  })) as State['realm_users'],
  realm_non_active_users: [],
  unread_msgs: { count: 0, pms: [], streams: [], huddles: [], mentions: [], old_unreads_missing: false },
})
const colors = topicNarrow(5, 'colors')
const facts = factsOf(state)
const known: Knowledge = {
  state,
  messages: addPage(emptyMessages, colors, givenPage([givenMessage(20)]), { facts, asOf: 0 }),
}
const after = (event: object) => {
  const next = applyEvent(state, event as SyncEvent)
  return changedKeys(known, {
    state: next,
    messages: applyToMessages(known.messages, event as SyncEvent, factsOf(next)),
  })
}

test('a new message changes its window, its channel’s unread messages, and nothing of others', () => {
  const { flags, ...message } = givenMessage(21)
  expect(after({ type: 'message', flags, message })).toEqual(
    new Set([
      'state unread_msgs',
      'unread',
      'unread channel 5',
      'message 21',
      'window channel:5 topic:colors',
    ]),
  )
})

test('a changed user is one key, and a deactivated one too', () => {
  const person = { user_id: 8, full_name: 'Otto' }
  expect(after({ type: 'realm_user', op: 'update', person })).toEqual(
    new Set(['state realm_users', 'user 8']),
  )
  const gone = { user_id: 8, is_active: false }
  expect(after({ type: 'realm_user', op: 'update', person: gone })).toContain('user 8')
})

test('a reaction changes its message only', () => {
  const reaction = { emoji_name: 'tada', emoji_code: '1f389', reaction_type: 'unicode_emoji', user_id: 7 }
  expect(after({ type: 'reaction', op: 'add', message_id: 20, ...reaction })).toEqual(new Set(['message 20']))
})

test('a channel that changes is one key', () => {
  expect(after({ type: 'stream', op: 'update', stream_id: 6, property: 'name', value: 'x' })).toEqual(
    new Set(['state subscriptions', 'channel 6']),
  )
})

test('an event without effect changes nothing', () => {
  expect(after({ type: 'typing', op: 'start' })).toEqual(new Set())
})

test('a window that is given up changes the windows', () => {
  const messages = dropWindow(known.messages, 'channel:5 topic:colors')
  expect(changedKeys(known, { state, messages })).toEqual(
    new Set(['message 20', 'windows', 'window channel:5 topic:colors']),
  )
})
