import { expect, test } from 'vitest'
import { FairQueue, QueueFull } from './fair-queue.ts'

test('work is done one piece at a time, and whoever brings one piece is next after one of a crowd', async () => {
  const queue = new FairQueue(10)
  const order: string[] = []
  let atOnce = 0
  const bring = (key: string, name: string) =>
    queue.run(key, async () => {
      expect(++atOnce).toBe(1)
      await Promise.resolve()
      atOnce--
      order.push(name)
    })
  await Promise.all([
    ...['crowd 1', 'crowd 2', 'crowd 3'].map((name) => bring('crowd', name)),
    bring('iris', 'iris'),
    bring('otto', 'otto'),
  ])
  expect(order).toEqual(['crowd 1', 'crowd 2', 'iris', 'otto', 'crowd 3'])
})

test('what is too much for one key is refused at once, and others are not', async () => {
  const queue = new FairQueue(2)
  const gate = Promise.withResolvers<void>()
  const bring = (key: number) => queue.run(key, () => gate.promise)
  const [first, ...rest] = [bring(1), bring(1), bring(1)]
  await expect(bring(1)).rejects.toThrow(QueueFull)
  const other = bring(2)
  gate.resolve()
  await Promise.all([first, ...rest, other])
  await bring(1)
})

test('work that fails does not hold up what comes behind it', async () => {
  const queue = new FairQueue(5)
  const failing = queue.run(1, () => Promise.reject(new Error('no')))
  const next = queue.run(1, async () => 'done')
  await expect(failing).rejects.toThrow('no')
  expect(await next).toBe('done')
})
