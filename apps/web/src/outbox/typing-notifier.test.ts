import { expect, test } from 'vitest'
import { TypingNotifier } from './typing-notifier.ts'

function given() {
  const world = {
    now: 0,
    told: [] as string[],
    timer: undefined as { at: number; call: () => void } | undefined,
  }
  const notifier = new TypingNotifier({
    clock: {
      now: () => world.now,
      after: (milliseconds, call) => {
        world.timer = { at: world.now + milliseconds, call }
        return () => (world.timer = undefined)
      },
    },
    tell: (op) => world.told.push(`${op} ${world.now}`),
    startedWait: 30_000,
    stoppedWait: 12_000,
  })
  const pass = (milliseconds: number) => {
    world.now += milliseconds
    if (world.timer && world.timer.at <= world.now) world.timer.call()
  }
  return { world, notifier, pass }
}

test('writing is told at the first key, and again every 30 seconds while keys come', () => {
  const { world, notifier, pass } = given()
  for (let key = 0; key < 8; key++) {
    notifier.type('Warm')
    pass(10_000)
  }
  expect(world.told).toEqual(['start 0', 'start 30000', 'start 60000'])
})

test('stopping is told after 12 seconds without a key, and at once when the text is sent or cleared', () => {
  const { world, notifier, pass } = given()
  notifier.type('Warm')
  pass(12_000)
  expect(world.told).toEqual(['start 0', 'stop 12000'])
  notifier.type('Warm')
  notifier.stop()
  notifier.stop()
  notifier.type('Warm')
  notifier.type(' ')
  expect(world.told.slice(2)).toEqual(['start 12000', 'stop 12000', 'start 12000', 'stop 12000'])
})
