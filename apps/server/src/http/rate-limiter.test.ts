import { expect, test } from 'vitest'
import { type Bus, localBus } from '#ports/bus.ts'
import { buses } from '#test/buses.ts'
import { FakeClock } from '#test/fake-clock.ts'
import { RateLimiter } from './rate-limiter.ts'

const limits = { all: { calls: 20, seconds: 60 }, guess: { calls: 5, seconds: 60 } }

/** Returns how many calls the processes allow, in turn, until each of them refuses. */
function allowed(limiters: readonly RateLimiter[], name: string, subject: number | string): number {
  let count = 0
  let refused = 0
  for (let turn = 0; refused < limiters.length; turn++) {
    try {
      limiters[turn % limiters.length]?.count(name, subject)
      count++
      refused = 0
    } catch {
      refused++
    }
  }
  return count
}

test('processes share what they count, to a tenth of the limit for each other process', () => {
  const clock = new FakeClock()
  const wires = buses(3)
  const limiters = wires.map((bus) => new RateLimiter(limits, clock, bus))
  expect(allowed(limiters, 'all', 1)).toBeGreaterThanOrEqual(20)
  expect(allowed(limiters, 'all', 2)).toBeLessThanOrEqual(24)
  // A tenth of few calls is less than one call: small limits are exact.
  expect(allowed(limiters, 'guess', 1)).toBe(5)
  // Without the bus, every process counts for itself.
  clock.advance({ seconds: 60 })
  for (const wire of wires) wire.isCut = true
  expect(allowed(limiters, 'guess', 1)).toBe(15)
})

test('a call that is given back counts in no process', () => {
  const clock = new FakeClock()
  const limiters = buses(2).map((bus) => new RateLimiter(limits, clock, bus))
  for (let turn = 0; turn < 50; turn++) {
    limiters[turn % 2]?.count('guess', 1)
    limiters[turn % 2]?.giveBack('guess', 1)
  }
  expect(allowed(limiters, 'guess', 1)).toBe(5)
  // The window has ended: there is nothing to give back.
  clock.advance({ seconds: 60 })
  limiters[0]?.giveBack('guess', 1)
  expect(allowed(limiters, 'guess', 1)).toBe(5)
})

test('a window ends for all processes when it ends for the first', () => {
  const clock = new FakeClock()
  const limiters = buses(2).map((bus) => new RateLimiter(limits, clock, bus))
  limiters[0]?.count('guess', 1)
  clock.advance({ seconds: 40 })
  expect(limiters[1]?.count('guess', 1)).toMatchObject({ remaining: 3, reset: clock.now() / 1000 + 20 })
  clock.advance({ seconds: 20 })
  expect(limiters[1]?.count('guess', 1)).toMatchObject({ remaining: 4 })
})

test('setting the clock neither frees nor locks anybody', () => {
  const clock = new FakeClock()
  const limiter = new RateLimiter(limits, clock, localBus)
  expect(allowed([limiter], 'guess', 1)).toBe(5)
  clock.jump({ days: 1 })
  expect(allowed([limiter], 'guess', 1)).toBe(0)
  clock.jump({ days: -2 })
  clock.advance({ seconds: 60 })
  expect(allowed([limiter], 'guess', 1)).toBe(5)
})

test('long names are told apart, and are neither kept nor sent whole', () => {
  const clock = new FakeClock()
  const sent: string[] = []
  const bus: Bus = {
    ...localBus,
    isShared: true,
    isThere: true,
    publish: (message) => void (message.kind === 'calls' && sent.push(message.key)),
  }
  const limiter = new RateLimiter(limits, clock, bus)
  const long = 'x'.repeat(100_000)
  expect(allowed([limiter], 'guess', `${long}a`)).toBe(5)
  expect(allowed([limiter], 'guess', `${long}b`)).toBe(5)
  expect(allowed([limiter], 'guess', `${long}a`)).toBe(0)
  expect(new Set(sent).size).toBe(2)
  expect(Math.max(...sent.map((key) => key.length))).toBeLessThan(100)
})

test('of one limit, so many subjects are counted at most that they fit into memory; those of others stay', () => {
  const clock = new FakeClock()
  const limiter = new RateLimiter(limits, clock, localBus)
  for (const name of ['guess', 'all']) allowed([limiter], name, 'first')
  for (let subject = 0; subject < 100_000; subject++) limiter.count('guess', `address ${subject}`)
  expect(allowed([limiter], 'guess', 'address 99999')).toBe(4)
  expect(allowed([limiter], 'guess', 'first')).toBe(5)
  expect(allowed([limiter], 'all', 'first')).toBe(0)
})
