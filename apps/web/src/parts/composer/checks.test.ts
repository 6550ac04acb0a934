import type { State } from '@tagma/sync/state.ts'
import { expect, test } from 'vitest'
import { checksOf, crowdOf, mentionsIn } from './checks.ts'

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
const colors = { kind: 'topic', channelId: 5, topic: 'colors' } as const

test('people are found by name and by id, and code mentions nobody', () => {
  expect(mentionsIn('@**otto lind** and @**X|12** and `@**Iris Okafor**`', state)).toEqual({
    userIds: [11, 12],
    isForAll: false,
  })
  expect(mentionsIn('@**everyone**', state).isForAll).toBe(true)
  expect(mentionsIn('```\n@**all**\n```', state).isForAll).toBe(false)
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
  expect(crowdOf(state, { ...colors, channelId: 6 }, '@**all** lunch')).toBe(23)
  expect(crowdOf(state, colors, '@**all** lunch')).toBeUndefined()
  expect(crowdOf(state, { ...colors, channelId: 6 }, 'lunch')).toBeUndefined()
})
