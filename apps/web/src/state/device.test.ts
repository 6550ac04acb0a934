import { expect, test } from 'vitest'
import { deviceFrom, newDevice } from './device.ts'

test('what a device kept is read, and what does not fit is left out', () => {
  expect(deviceFrom(null)).toEqual(newDevice)
  expect(deviceFrom('{')).toEqual(newDevice)
  expect(deviceFrom('null')).toEqual(newDevice)
  expect(
    deviceFrom(
      '{"folded":["direct",3],"placesWidth":12,"listWidth":900,"aside":"people","done":["hint list",7],"answered":[4,"5"]}',
    ),
  ).toEqual({
    folded: ['direct'],
    placesWidth: 12,
    listWidth: newDevice.listWidth,
    asideWidth: newDevice.asideWidth,
    besideShare: newDevice.besideShare,
    aside: 'people',
    hasSingleKeys: true,
    isCompact: false,
    isCalm: false,
    holdSeconds: 0,
    done: ['hint list'],
    answered: [4],
    quietUntil: 0,
    quietHours: undefined,
    statusEnd: undefined,
  })
  const hours = (kept: object) => deviceFrom(JSON.stringify({ quietHours: kept })).quietHours
  expect(hours({ from: 1320, to: 420 })).toEqual({ from: 1320, to: 420 })
  expect([hours({ from: 1320 }), hours({ from: -1, to: 5 }), hours({ from: 0, to: 1440 })]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
  const held = (holdSeconds: unknown) => deviceFrom(JSON.stringify({ holdSeconds })).holdSeconds
  expect([held(5), held(10), held(7), held('5')]).toEqual([5, 10, 0, 0])
  const end = { at: 5, status: { text: 'At lunch', emoji: undefined } }
  expect(deviceFrom(JSON.stringify({ statusEnd: end })).statusEnd).toEqual({
    at: 5,
    status: { text: 'At lunch' },
  })
})
