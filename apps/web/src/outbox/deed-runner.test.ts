import { ApiError } from '@tagma/client/api-error.ts'
import { expect, test } from 'vitest'
import { DeedRunner } from './deed-runner.ts'
import type { Deed } from './deeds.ts'

const star = (messageId: number, isAdded = true): Deed => ({
  kind: 'flag',
  flag: 'starred',
  messageId,
  isAdded,
})
const like: Deed = {
  kind: 'reaction',
  messageId: 5,
  name: '+1',
  code: '1f44d',
  type: 'unicode_emoji',
  isAdded: true,
}

/** `shared` is what another tab of the browser works with. */
function given(kept: readonly Deed[] = [], shared?: { kept: readonly Deed[] }) {
  const told: (readonly Deed[])[] = []
  const shown: Deed[] = []
  const refused: (readonly Deed[])[] = []
  const state = Object.assign(shared ?? { kept }, {
    answer: (): Promise<void> => Promise.resolve(),
    timers: [] as (() => void)[],
  })
  const runner = new DeedRunner({
    kept: { load: () => state.kept, save: (deeds) => void (state.kept = deeds) },
    clock: {
      after: (_milliseconds, work) => {
        state.timers.push(work)
        return () => void state.timers.splice(state.timers.indexOf(work), 1)
      },
    },
    alone: (work) => work(),
    call: async (deeds) => {
      told.push(deeds)
      await state.answer()
    },
    show: (deed) => shown.push(deed),
    refuse: (deeds) => refused.push(deeds),
  })
  const settled = async () => {
    for (let turn = 0; turn < 20; turn++) await Promise.resolve()
  }
  return { runner, told, shown, refused, state, settled }
}

test('what an earlier page left is shown and told, the same flag of several messages in one call', async () => {
  const { runner, told, shown, state, settled } = given([star(1), like, star(2)])
  runner.start()
  await settled()
  expect(shown).toEqual([star(1), like, star(2)])
  expect(told).toEqual([[star(1), star(2)], [like]])
  expect(state.kept).toEqual([])
})

test('without a network it waits, and tries again when the network is back', async () => {
  const { runner, told, state, settled } = given()
  state.answer = () => Promise.reject(new TypeError('Failed to fetch'))
  runner.add([star(1)])
  state.timers[0]?.()
  await settled()
  expect([told.length, state.kept, state.timers.length]).toEqual([1, [star(1)], 1])
  state.answer = () => Promise.resolve()
  runner.hurry()
  await settled()
  expect([told.length, state.kept]).toEqual([2, []])
})

test('of two opposite deeds the server is told of the last one only', async () => {
  const { runner, told, settled } = given()
  runner.add([star(1), star(2)])
  runner.add([star(1, false)])
  runner.hurry()
  await settled()
  expect(told).toEqual([[star(2)], [star(1, false)]])
})

test('what the server refuses is taken back, and the rest goes on', async () => {
  const { runner, told, refused, state, settled } = given([like, star(1)])
  const answers = [
    () => Promise.reject(new ApiError(400, { code: 'BAD_REQUEST', msg: 'No.' }, new Headers())),
    () => Promise.resolve(),
  ]
  state.answer = () => answers.shift()!()
  runner.start()
  await settled()
  expect(told).toEqual([[like], [star(1)]])
  expect([refused, state.kept]).toEqual([[[like]], []])
})

test('a waiting deed is forgotten when its opposite was done meanwhile', async () => {
  const { runner, told, settled } = given()
  runner.add([star(1)])
  runner.forget([star(1, false)])
  runner.hurry()
  await settled()
  expect(told).toEqual([])
})

test('of the statuses that wait, the last one is told', async () => {
  const none = { text: '', emoji: undefined }
  const status = (text: string): Deed => ({
    kind: 'status',
    status: { text, emoji: undefined },
    before: none,
  })
  const { runner, told, state, settled } = given()
  state.answer = () => Promise.reject(new TypeError('Failed to fetch'))
  runner.add([status('At lunch')])
  runner.add([star(1), status('Back')])
  expect(state.kept).toEqual([star(1), status('Back')])
  state.answer = () => Promise.resolve()
  runner.hurry()
  await settled()
  expect(told.slice(-2)).toEqual([[star(1)], [status('Back')]])
})

test('a status that one tab takes back is not told by another tab that had it, and each is told once', async () => {
  const [none, lunch] = ['', 'At lunch'].map((text) => ({ text, emoji: undefined }))
  const setLunch: Deed = { kind: 'status', status: lunch!, before: none! }
  const back: Deed = { kind: 'status', status: none!, before: lunch! }
  const first = given()
  first.state.answer = () => Promise.reject(new TypeError('Failed to fetch'))
  first.runner.add([setLunch])
  const second = given([], first.state)
  second.runner.start()
  await second.settled()
  expect(second.shown).toEqual([setLunch])
  first.runner.forget([back])
  first.runner.add([back])
  first.state.answer = () => Promise.resolve()
  second.told.length = 0
  second.runner.hurry()
  await second.settled()
  first.runner.hurry()
  await first.settled()
  expect([...second.told, ...first.told]).toEqual([[back]])
})
