import { expect, test } from 'vitest'
import { Directories } from '#directory/directories.ts'
import { type Bus, localBus } from '#ports/bus.ts'
import { testApp } from '#test/app.ts'
import { FakeClock } from '#test/fake-clock.ts'
import { LogFollower } from './log-follower.ts'

test('rows that another process tells of are taken in if they are the next ones, and read otherwise', async () => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  await t.given.message(iris, await t.given.channel([iris]))
  const { db } = t.app.services.data
  const directories = new Directories(db)
  const listeners: Parameters<Bus['subscribe']>[0][] = []
  const bus: Bus = { ...localBus, subscribe: (listener) => void listeners.push(listener) }
  const faults: unknown[] = []
  const handedOver: number[] = []
  const follower = new LogFollower({
    db,
    directories,
    bus,
    clock: new FakeClock(),
    onFault: (fault) => faults.push(fault),
    handedOver: () => undefined,
    handOver: (_, rows) => handedOver.push(...rows.map(({ id }) => id)),
  })
  const { organizationId } = t
  await directories.get(organizationId)
  const position = () => directories.positionOf(organizationId) ?? 0
  const tell = async (after: number, last: number) => {
    const body = { type: 'touch' } as const
    const row = { id: last, organizationId, type: body.type, body, audience: {}, touches: null }
    for (const hear of listeners) hear({ kind: 'log', organizationId, position: last, after, rows: [row] })
    await follower.catchUp(organizationId)
    await new Promise((resolve) => setImmediate(resolve))
  }
  const start = position()
  // The rows are skipped without a look into the log: there is no such row.
  await tell(start, start + 1000)
  expect(position()).toBe(start + 1000)
  // A row between is missing.
  await tell(start + 1001, start + 2000)
  expect(position()).toBe(start + 1000)
  expect(handedOver).toEqual([start + 1000])
  expect(faults).toEqual([])
})
