import { expect, onTestFinished, test, vi } from 'vitest'
import type { Log } from '#ports/log.ts'
import { QueueFull } from './fair-queue.ts'
import { HelperProcess } from './helper-process.ts'
import type { Deed, Told } from './rogue-helper.ts'

function start(seconds = 60) {
  const warnings: Record<string, unknown>[] = []
  const log: Log = { error() {}, warn: (facts) => void warnings.push(facts), info() {}, debug() {} }
  const file = new URL('./rogue-helper.ts', import.meta.url)
  const settings = { file, purpose: 'tests', seconds, heapMib: 64, longestQueue: 2 }
  const helper = new HelperProcess<Deed, Told>(settings, log)
  onTestFinished(() => helper.close())
  return { helper, warnings }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test('one process answers what comes in, and knows nothing of the server’s secrets', async () => {
  vi.stubEnv('TAGMA_TEST_SECRET', 'hush')
  onTestFinished(() => void vi.unstubAllEnvs())
  const { helper } = start()
  const [first, second] = [await helper.ask(1, 'answer'), await helper.ask(2, 'answer')]
  expect(first?.pid).not.toBe(process.pid)
  expect(second?.pid).toBe(first?.pid)
  expect(first?.variables).toContain('PATH')
  expect(first?.variables).not.toContain('TAGMA_TEST_SECRET')
})

test.each<[Deed, string]>([
  ['crash', 'SIGSEGV'],
  ['grow', 'SIGKILL'],
])(
  'a question over which the process ends (%s) has no answer, and the next one has',
  async (deed, signal) => {
    const { helper, warnings } = start()
    const before = await helper.ask(1, 'answer')
    const [nothing, after] = await Promise.all([helper.ask(1, deed), helper.ask(1, 'answer')])
    expect(nothing).toBeUndefined()
    expect(after?.pid).toBeGreaterThan(0)
    expect(after?.pid).not.toBe(before?.pid)
    expect(warnings).toEqual([{ code: null, signal }])
  },
)

test('a process that hangs is killed', async () => {
  const { helper, warnings } = start(1)
  expect(await helper.ask(1, 'hang')).toBeUndefined()
  expect(warnings).toEqual([{ code: null, signal: 'SIGKILL' }])
})

test('a fault of the helper itself leaves no question waiting', async () => {
  const { helper, warnings } = start()
  expect(await helper.ask(1, 'fail')).toBeUndefined()
  expect(warnings).toHaveLength(1)
})

test('more questions than may wait are refused', async () => {
  const { helper } = start()
  const asked = [1, 2, 3].map(() => helper.ask(1, 'answer'))
  await expect(helper.ask(1, 'answer')).rejects.toThrow(QueueFull)
  await Promise.all([...asked, helper.ask(2, 'answer')])
})

test('the process ends a minute after the last question', async () => {
  const { helper, warnings } = start()
  const first = await helper.ask(1, 'answer')
  const clock = vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const pid = (await helper.ask(1, 'answer'))?.pid ?? 0
  expect(pid).toBe(first?.pid)
  clock.advanceTimersByTime(59_000)
  expect(isRunning(pid)).toBe(true)
  clock.advanceTimersByTime(1_000)
  vi.useRealTimers()
  await vi.waitUntil(() => !isRunning(pid), { timeout: 60_000 })
  expect((await helper.ask(1, 'answer'))?.pid).toBeGreaterThan(0)
  expect(warnings).toEqual([])
})
