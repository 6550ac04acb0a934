import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, makeSchema } from '#test/server-process.ts'
import type { FreshOrganization } from './hostile-server.ts'
import { caller, connector, type Target } from './target.ts'

/** A target that makes a new organization whenever an attack has ended the last one. */
export interface HostileTarget extends Target {
  fresh(instead?: number): Promise<FreshOrganization>
  /** Bytes in use after a collection of garbage. */
  used(): Promise<number>
}

/** Starts such a server, on the engine in TEST_ENGINE. */
export async function hostileTarget(): Promise<HostileTarget> {
  const folder = mkdtempSync(join(tmpdir(), 'tagma-attack-'))
  const port = await freePort()
  const database = process.env.TEST_ENGINE === 'postgres' ? await makeSchema() : undefined
  const child = fork(join(import.meta.dirname, 'hostile-server.ts'), {
    execArgv: ['--expose-gc', '--max-semi-space-size=16'],
    env: {
      PATH: process.env.PATH ?? '',
      TAGMA_DATA_DIR: join(folder, 'data'),
      TAGMA_HOST: '127.0.0.1',
      TAGMA_PORT: String(port),
      TAGMA_PUBLIC_URL: `http://localhost:${port}`,
      TAGMA_RATE_LIMITS: 'off',
      TAGMA_LOG: 'error',
      ...(database && { DATABASE_URL: database.url }),
    },
  })
  const waiting = new Map<number, (value: unknown) => void>()
  let asked = 0
  child.on('message', ({ id, value }: { id: number; value: unknown }) => waiting.get(id)?.(value))
  const ready = new Promise((resolve) => waiting.set(0, resolve))
  const ask = (question: { kind: 'fresh'; instead?: number | undefined } | { kind: 'used' }) =>
    new Promise((resolve) => {
      const id = ++asked
      waiting.set(id, resolve)
      child.send({ ...question, id })
    })
  await Promise.race([
    ready,
    once(child, 'exit').then(() => Promise.reject(new Error('The server did not start'))),
  ])
  const url = `http://127.0.0.1:${port}`
  const fresh = async (instead?: number) => (await ask({ kind: 'fresh', instead })) as FreshOrganization
  const { host, authorizations } = await fresh()
  const authorization = authorizations.owner ?? ''
  const channel = 'bystanders'
  const call = caller(url, host, authorization)
  const made = await call('POST', '/users/me/subscriptions', {
    subscriptions: JSON.stringify([{ name: channel }]),
  })
  if (made.status !== 200) throw new Error(`The channel was not made: ${made.body}`)
  return {
    url,
    host,
    pid: child.pid ?? 0,
    authorization,
    email: 'owner@example.com',
    password: '',
    channel,
    mailPort: 0,
    fresh,
    used: async () => Number(await ask({ kind: 'used' })),
    call,
    connect: connector(url),
    // Its output goes to this process's output.
    output: () => '',
    isRunning: () => child.exitCode === null && child.signalCode === null,
    async stop() {
      const ended = once(child, 'exit')
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGKILL')
        await ended
      }
      await database?.drop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
