import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { JobRunner } from './job-runner.ts'
import type { Job } from './job.ts'
import { Lease } from './lease.ts'

/**
 * Returns two processes of one installation with the same jobs; `runs` tells which process ran which job for the
 * organization.
 */
async function twoProcesses(name: string) {
  const { app, clock, organizationId } = await testApp()
  const runs: string[] = []
  const jobsOf = (process: string): Job[] =>
    [true, false].map((once) => ({
      name: once ? 'one' : 'each',
      everySeconds: 5,
      once,
      run: async (_services, id) => {
        if (id === organizationId) runs.push(`${process} ${once ? 'one' : 'each'}`)
      },
    }))
  const start = (process: string) =>
    new JobRunner(app.services, jobsOf(process), new Lease(app.services, name))
  return { clock, runs, first: start('first'), second: start('second') }
}

test('a job that is to run once runs in one process, the others in each', async () => {
  const { clock, runs, first, second } = await twoProcesses('once')
  await first.tick()
  for (const seconds of [3, 2, 5, 5]) {
    clock.advance({ seconds })
    await second.tick()
    await first.tick()
  }
  expect(runs.filter((run) => run === 'first one')).toHaveLength(3)
  expect(runs.filter((run) => run.endsWith('each'))).toHaveLength(6)
  expect(runs).not.toContain('second one')
})

test('another process takes over when the one that ran them is silent, and at once when it stops', async () => {
  const { clock, runs, first, second } = await twoProcesses('taking over')
  await first.tick()
  clock.advance({ seconds: 9 })
  await second.tick()
  expect(runs).toEqual(['second each'])
  clock.advance({ seconds: 1 })
  await second.tick()
  expect(runs).toEqual(['second each', 'second one'])
  await first.tick()
  expect(runs).not.toContain('first one')

  await second.close()
  await first.tick()
  expect(runs.at(-1)).toBe('first one')
})

test('a job that waits for another machine delays no other, and is not begun again before it ends', async () => {
  const { app, clock, organizationId } = await testApp()
  const runs: string[] = []
  const answer = Promise.withResolvers<void>()
  const job = (name: string, run: () => Promise<void>): Job => ({
    name,
    everySeconds: 1,
    once: true,
    run: async (_services, id) => {
      if (id !== organizationId) return
      runs.push(name)
      await run()
    },
  })
  const slow: Job = { ...job('slow', () => answer.promise), isSlow: true }
  const quick = job('quick', async () => {})
  const runner = new JobRunner(app.services, [slow, quick])
  const ticks: Promise<void>[] = []
  const failures: unknown[] = []
  while (runs.filter((run) => run === 'quick').length < 3 && failures.length === 0) {
    clock.advance({ seconds: 1 })
    ticks.push(runner.tick().catch((error: unknown) => void failures.push(error)))
    await setImmediate()
  }
  expect(failures).toEqual([])
  expect(runs.filter((run) => run === 'slow')).toHaveLength(1)
  answer.resolve()
  await Promise.all(ticks)
  clock.advance({ seconds: 1 })
  await runner.tick()
  expect(runs.filter((run) => run === 'slow')).toHaveLength(2)
  await runner.close()
})

test('whoever had them before the clock was set back does not keep them for as long', async () => {
  const { clock, runs, first, second } = await twoProcesses('set back')
  clock.jump({ days: 1 })
  await first.tick()
  clock.jump({ days: -1 })
  clock.advance({ seconds: 5 })
  await second.tick()
  expect(runs).toContain('second one')
})

test('a run may not go on when another process may have taken over, nor when its own stops', async () => {
  const { app, clock, organizationId } = await testApp()
  const asked: (() => boolean)[] = []
  const job = (once: boolean): Job => ({
    name: 'long',
    everySeconds: 1,
    once,
    run: async (_services, id, mayGoOn) => {
      if (id === organizationId && mayGoOn) asked.push(mayGoOn)
    },
  })
  const runner = new JobRunner(app.services, [job(true), job(false)], new Lease(app.services, 'going on'))
  clock.advance({ seconds: 1 })
  await runner.tick()
  const answers = () => asked.map((mayGoOn) => mayGoOn())
  expect(answers()).toEqual([true, true])
  // Like a machine that was asleep: nobody asked for the lease meanwhile.
  clock.advance({ seconds: 10 })
  expect(answers()).toEqual([false, true])
  await runner.close()
  expect(answers()).toEqual([false, false])
})

test('a job that fails because its organization was deleted is no fault, any other is', async () => {
  const { app, clock, faults, organizationId } = await testApp()
  const fail: Job = {
    name: 'fail',
    everySeconds: 5,
    once: false,
    run: () => Promise.reject(new Error('no result')),
  }
  const runner = new JobRunner(app.services, [fail])
  clock.advance({ seconds: 5 })
  const gone = 999_999
  await runner.tick([{ id: gone, newestLogId: 0, waits: new Set() }])
  expect(faults).toEqual([])
  clock.advance({ seconds: 5 })
  await runner.tick([{ id: organizationId, newestLogId: 0, waits: new Set() }])
  expect(faults.splice(0)).toHaveLength(1)
})
