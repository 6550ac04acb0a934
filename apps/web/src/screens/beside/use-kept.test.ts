import { expect, test } from 'vitest'
import type { Known } from '#state/known.ts'
import { keptBeside } from './use-kept.ts'

const known = {
  state: { user_id: 8, subscriptions: [{ stream_id: 5, name: 'design' }] },
  main: { kind: 'conversation', conversation: { kind: 'topic', channelId: 5, topic: 'colors' } },
} as unknown as Known
const kept = (...list: readonly unknown[]) => keptBeside(known, JSON.stringify(list))
const logo = '#narrow/channel/5-design/topic/logo'

test('what the tab kept for an account stands beside again', () => {
  expect(kept(8, logo, '#narrow/dm/10-dm')).toEqual([
    { id: 1, view: { kind: 'conversation', conversation: { kind: 'topic', channelId: 5, topic: 'logo' } } },
    { id: 2, view: { kind: 'conversation', conversation: { kind: 'direct', userIds: [10] } } },
  ])
  expect(kept(9, logo)).toEqual([])
})

test('what is open already, lost, or no conversation is left out, and no more than two stand', () => {
  const some = ['#narrow/channel/5-design/topic/colors', '#narrow/channel/6/topic/x', '#inbox', logo, logo]
  expect(kept(8, ...some).map(({ id }) => id)).toEqual([1])
  expect(kept(8, logo, `${logo}2`, `${logo}3`)).toHaveLength(2)
})

test('whatever else somebody wrote there is nothing', () => {
  expect(keptBeside(known, null)).toEqual([])
  expect(keptBeside(known, '{')).toEqual([])
  expect(keptBeside(known, '{"a":1}')).toEqual([])
})
