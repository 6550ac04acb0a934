import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, onTestFinished, vi } from 'vitest'
import { signInOwner, ownerSettings } from './http-caller.ts'
import { freePort, type Installation, installation, makeSchema } from './server-process.ts'

/** Makes processes that are to run on one database, which is empty. */
export async function processMaker(settings: Readonly<Record<string, string>>) {
  const database = await makeSchema()
  onTestFinished(() => database.drop())
  const all = {
    ...ownerSettings,
    DATABASE_URL: database.url,
    // People reach all of them by one address.
    TAGMA_PUBLIC_URL: 'http://chat.example.com',
    ...settings,
  }
  return async (): Promise<Installation> => {
    const node = await installation(all)
    onTestFinished(() => node.remove())
    return node
  }
}

/** Three server processes on one database, started at once while it is empty: one of them makes the organization. */
export async function cluster(settings: Readonly<Record<string, string>>) {
  const make = await processMaker(settings)
  const nodes = [await make(), await make(), await make()] as const
  await Promise.all(nodes.map((node) => node.start()))
  const makers = nodes.filter((node) => node.output().includes('username=ada@example.com'))
  expect(makers).toHaveLength(1)
  return { nodes, owner: await signInOwner(makers[0]?.url ?? '') }
}

/** Whether this machine has a NATS server to start. */
export const canStartNats = () => spawnSync('nats-server', ['--version']).status === 0

/** A NATS server of the test's own, to be taken away and brought back. */
export async function natsServer() {
  const port = await freePort()
  let child: ChildProcess | undefined
  const stop = async () => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }
  const start = async () => {
    child = spawn('nats-server', ['--addr', '127.0.0.1', '--port', String(port)], { stdio: 'ignore' })
    await vi.waitFor(() => answers(port), { timeout: 20_000 })
  }
  await start()
  onTestFinished(stop)
  return { url: `nats://127.0.0.1:${port}`, stop, start }
}

async function answers(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'data')
  } finally {
    socket.destroy()
  }
}
