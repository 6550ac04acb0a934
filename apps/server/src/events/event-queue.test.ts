import { expect, test } from 'vitest'
import { asList, EventQueue, eventsPerRow, idsPerPosition } from './event-queue.ts'
import { EventTexts } from './event-texts.ts'

const queueAt = (position: number) =>
  new EventQueue({
    id: 'q',
    organizationId: 1,
    userId: 8,
    parameters: {
      applyMarkdown: true,
      clientGravatar: true,
      allPublicChannels: false,
      eventTypes: null,
      capabilities: {},
      narrow: [],
      wantsLegacyEmojiType: false,
      featureLevel: 507,
    },
    idleSeconds: 600,
    position,
    seenAt: 0,
    isPolled: true,
    heard: 0,
  })

const ids = (queue: EventQueue) => queue.events.map(({ id }) => id)

test('of a row that is several events, a client gets those again that it has not got', () => {
  const queue = queueAt(4)
  const events = new EventTexts(['"a":1}', '"a":2}', '"a":3}']).ofRow(5)
  queue.push(events)
  queue.readPosition = 5
  const end = 5 * idsPerPosition
  expect(ids(queue)).toEqual([end - 2, end - 1, end])
  queue.acknowledge(end - 1)
  expect(ids(queue)).toEqual([end])
  // The saved place is before the row: after a restart, the row is read again.
  expect(queue.position).toBe(4)
  const later = queueAt(queue.position)
  later.acknowledge(end - 1)
  later.push(events)
  expect(asList(later.events)).toBe(`[{"id":${end},"a":3}]`)
})

test('events without a row leave room for the next row, however many events it is', () => {
  const queue = queueAt(4)
  let id = queue.nextEphemeralId()
  for (; id !== undefined; id = queue.nextEphemeralId()) queue.acknowledge(id)
  queue.push(new EventTexts(Array.from({ length: eventsPerRow }, () => '}')).ofRow(5))
  expect(queue.events).toHaveLength(eventsPerRow)
})
