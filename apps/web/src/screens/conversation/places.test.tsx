import { afterEach, beforeEach, expect, test } from 'vitest'
import { keepPlaces, keptPlaces } from '#kept/place-storage.ts'
import type { TopicDestination } from '#outbox/destination.ts'
import type { Anchor } from '#parts/messages/anchor.ts'
import type { ListHandle } from '#parts/messages/message-list.tsx'
import { movePlace, openList, placeOf } from './places.ts'

const signIn = (id: number) => (document.cookie = `tagma-account=${id}`)
const topic = (name: string, channelId = 5): TopicDestination => ({ kind: 'topic', channelId, topic: name })
const at = (id: number): Anchor => ({ id, offset: 7 })
const listAt = (anchor: Anchor) => ({
  current: { anchor: () => anchor } as Partial<ListHandle> as ListHandle,
})

beforeEach(() => signIn(8))
afterEach(() => {
  signIn(0)
  localStorage.clear()
})

test('the place that the device keeps goes with a topic to its new name and channel', () => {
  keepPlaces(new Map([['channel:5 topic:colors', at(31)]]))
  movePlace(topic('Colors'), topic('Warm grey', 6))
  expect([...keptPlaces()]).toEqual([['channel:6 topic:warm%20grey', at(31)]])
})

test('in a topic that one has read already, one is where one was', () => {
  keepPlaces(
    new Map([
      ['channel:5 topic:colors', at(31)],
      ['channel:5 topic:palette', at(40)],
    ]),
  )
  movePlace(topic('colors'), topic('palette'))
  expect([...keptPlaces()]).toEqual([['channel:5 topic:palette', at(40)]])
})

test('a topic that is open stands where it stood', () => {
  const close = openList('channel:5 topic:paper', listAt(at(12)))
  movePlace(topic('paper'), topic('stock'))
  close()
  expect(placeOf('channel:5 topic:stock')).toEqual(at(12))
})

test('a topic without a place gets none', () => {
  movePlace(topic('never read'), topic('still not'))
  expect(placeOf('channel:5 topic:still%20not')).toBeUndefined()
  expect(keptPlaces().size).toBe(0)
})
