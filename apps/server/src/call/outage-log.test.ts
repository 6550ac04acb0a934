import { expect, test } from 'vitest'
import { type Log, silentLog } from '#ports/log.ts'
import { FakeClock } from '#test/fake-clock.ts'
import { OutageLog } from './outage-log.ts'

class Full extends Error {}

function setUp() {
  const lines: { level: string; facts: Readonly<Record<string, unknown>>; message: string }[] = []
  const line = (level: string) => (facts: Readonly<Record<string, unknown>>, message: string) =>
    void lines.push({ level, facts, message })
  const target: Log = { ...silentLog, error: line('error'), warn: line('warn') }
  const clock = new FakeClock()
  let isFull = false
  const log = new OutageLog(target, clock, [
    {
      isAway: (error) => error instanceof Full,
      lost: 'The disk is full.',
      back: 'The disk has room again.',
      attempt: async () => {
        if (isFull) throw new Full()
      },
    },
  ])
  return { lines, log, clock, fill: () => (isFull = true), empty: () => (isFull = false) }
}

test('an outage is logged when it begins and, with what it cost, when it is over', async () => {
  const { lines, log, clock, fill, empty } = setUp()
  fill()
  for (let second = 0; second < 30; second++) {
    log.error({ err: new Full('no room'), url: '/messages' }, 'Something failed that should not.')
    clock.advance({ seconds: 1 })
    await log.tick()
  }
  expect(lines).toEqual([{ level: 'error', facts: { reason: 'no room' }, message: 'The disk is full.' }])
  clock.advance({ seconds: 10 })
  await log.tick()
  expect(lines).toHaveLength(1)
  empty()
  await log.tick()
  await log.tick()
  expect(lines.slice(1)).toEqual([
    { level: 'warn', facts: { refused: 30, seconds: 40 }, message: 'The disk has room again.' },
  ])
  fill()
  log.error({ err: new Full('no room again') }, 'Something failed that should not.')
  expect(lines.slice(2)).toEqual([
    { level: 'error', facts: { reason: 'no room again' }, message: 'The disk is full.' },
  ])
})

test('an outage is not over between two failures in a row, though something small still fits', async () => {
  const { lines, log, clock } = setUp()
  for (let second = 0; second < 10; second++) {
    log.error({ err: new Full('no room for this') }, 'Something failed that should not.')
    clock.advance({ seconds: 1 })
    await log.tick()
  }
  expect(lines).toHaveLength(1)
})

test('other faults are logged in full, each of them', async () => {
  const { lines, log, fill } = setUp()
  fill()
  log.error({ err: new Full('no room') }, 'Something failed that should not.')
  const err = new Error('a mistake')
  for (let times = 0; times < 2; times++) log.error({ err, id: 'x' }, 'Something failed that should not.')
  expect(lines.slice(1)).toEqual([
    { level: 'error', facts: { err, id: 'x' }, message: 'Something failed that should not.' },
    { level: 'error', facts: { err, id: 'x' }, message: 'Something failed that should not.' },
  ])
})
