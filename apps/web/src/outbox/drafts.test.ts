import { expect, test } from 'vitest'
import type { Destination } from './destination.ts'
import * as drafts from './drafts.ts'

const colors: Destination = { kind: 'topic', channelId: 5, topic: 'colors' }
const logo: Destination = { kind: 'topic', channelId: 5, topic: 'logo' }
const there = (content: string, timestamp: number, id = 1) => ({
  id,
  type: 'stream' as const,
  to: [5],
  topic: 'colors',
  content,
  timestamp,
})
const at = (all: drafts.Drafts, to: drafts.DraftPlace = colors) => all.get(drafts.draftKey(to))
/** A draft that the server has. */
const saved = (content: string, time = 1000) =>
  drafts.endSaving(
    drafts.beginSaving(drafts.write(drafts.noDrafts, colors, content, time), '5 colors'),
    '5 colors',
    1,
  )

test('a text is to be saved until the server has it', () => {
  const written = drafts.write(drafts.noDrafts, colors, 'Warm', 1000)
  expect(drafts.unsaved(written).map(([key]) => key)).toEqual(['5 colors'])
  expect(drafts.unsaved(drafts.beginSaving(written, '5 colors'))).toEqual([])
  expect(drafts.unsaved(saved('Warm'))).toEqual([])
})

test('what is written while a call is under way is saved by the next one', () => {
  const under = drafts.beginSaving(drafts.write(drafts.noDrafts, colors, 'W', 1000), '5 colors')
  const ended = drafts.endSaving(drafts.write(under, colors, 'Warm', 2000), '5 colors', 1)
  expect(at(ended)).toMatchObject({ content: 'Warm', synced: 'W', serverId: 1 })
  expect(drafts.unsaved(ended)).toHaveLength(1)
})

test('an emptied text is deleted on the server, and then gone', () => {
  const emptied = drafts.write(saved('Warm'), colors, ' \n', 2000)
  expect(drafts.unsaved(emptied)[0]?.[1]).toMatchObject({ content: '', serverId: 1 })
  expect(drafts.endSaving(drafts.beginSaving(emptied, '5 colors'), '5 colors', undefined).size).toBe(0)
  expect(drafts.write(drafts.write(drafts.noDrafts, colors, 'a', 1), colors, '', 2).size).toBe(0)
})

test('a text from elsewhere takes the place of one that nobody touched here', () => {
  const merged = drafts.merge(saved('Warm'), [there('Warm grey', 2)])
  expect(at(merged)).toMatchObject({ content: 'Warm grey', synced: 'Warm grey' })
  expect(at(drafts.merge(drafts.noDrafts, [there('New', 2)]))).toMatchObject({ content: 'New', serverId: 1 })
})

test('the event of one’s own call is no news', () => {
  const under = drafts.beginSaving(drafts.write(drafts.noDrafts, colors, 'W', 1000), '5 colors')
  const merged = drafts.merge(drafts.write(under, colors, 'Warm', 2000), [there('W', 1)])
  expect(at(merged)).toMatchObject({ content: 'Warm', serverId: 1 })
  expect(at(merged)?.other).toBeUndefined()
})

test('where both were changed, the later text shows and the other is offered', () => {
  const here = drafts.write(saved('Warm'), colors, 'Cold', 5000)
  const later = at(drafts.merge(here, [there('Warm grey', 9)]))
  expect(later).toMatchObject({ content: 'Warm grey', other: { content: 'Cold', editedAt: 5000 } })
  const earlier = at(drafts.merge(here, [there('Warm grey', 2)]))
  expect(earlier).toMatchObject({ content: 'Cold', other: { content: 'Warm grey', editedAt: 2000 } })
})

test('the two texts can be exchanged', () => {
  const both = drafts.merge(drafts.write(saved('Warm'), colors, 'Cold', 5000), [there('Warm grey', 2)])
  expect(at(drafts.exchange(both, '5 colors'))).toMatchObject({
    content: 'Warm grey',
    other: { content: 'Cold', editedAt: 5000 },
  })
})

test('a draft that was deleted or sent elsewhere goes, unless it was changed here', () => {
  expect(drafts.merge(saved('Warm'), []).size).toBe(0)
  const changed = at(drafts.merge(drafts.write(saved('Warm'), colors, 'Cold', 5000), []))
  expect(changed).toMatchObject({ content: 'Cold', synced: '' })
  expect(changed?.serverId).toBeUndefined()
})

test('of several drafts for one place, the last edited one is shown', () => {
  const merged = drafts.merge(drafts.noDrafts, [there('newest', 9, 2), there('older', 3, 1)])
  expect(at(merged)?.content).toBe('newest')
})

test('a draft follows its conversation, and overwrites nothing', () => {
  expect(at(drafts.move(saved('Warm'), colors, logo), logo)).toMatchObject({ content: 'Warm', to: logo })
  const both = drafts.write(saved('Warm'), logo, 'Round', 3000)
  expect(at(drafts.move(both, colors, logo), logo)).toMatchObject({
    content: 'Round',
    other: { content: 'Warm', editedAt: 1000 },
  })
})

test('a new topic keeps its one draft while its title is written', () => {
  const first = drafts.write(drafts.noDrafts, { kind: 'new topic', channelId: 5, topic: '' }, 'Which', 1)
  const both = drafts.write(first, { kind: 'new topic', channelId: 5, topic: 'paper' }, 'Which', 2)
  expect([...both.values()].map(drafts.toServer)).toEqual([
    { type: 'stream', to: [5], topic: 'paper', content: 'Which', timestamp: 0 },
  ])
})
