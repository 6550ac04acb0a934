import { expect, test } from 'vitest'
import { fewAtATime } from './few-at-a-time.ts'

test('two pieces of work run at a time, the others follow in their order, also after one that fails', async () => {
  const inTurn = fewAtATime(2)
  const begun: number[] = []
  const ends = Array.from({ length: 5 }, () => Promise.withResolvers<void>())
  const works = ends.map(({ promise }, index) =>
    inTurn(async () => {
      begun.push(index)
      await promise
      return index
    }),
  )
  const results = Promise.allSettled(works)
  expect(begun).toEqual([0, 1])
  ends[1]?.reject(new Error('wrong'))
  await expect(works[1]).rejects.toThrow('wrong')
  expect(begun).toEqual([0, 1, 2])
  for (const { resolve } of ends) resolve()
  expect((await results).map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
    'fulfilled',
    'fulfilled',
  ])
  expect(begun).toEqual([0, 1, 2, 3, 4])
  expect(await inTurn(async () => 'later')).toBe('later')
})
