import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, onTestFinished, vi } from 'vitest'
import { signInOwner, ownerSettings } from './http-caller.ts'
import { freePort, type Installation, installation, makeSchema } from './server-process.ts'

/** Makes installations that share a new, empty database. */
export async function processMaker(settings: Readonly<Record<string, string>>) {
  const database = await makeSchema()
  onTestFinished(() => database.drop())
  const all = {
    ...ownerSettings,
    DATABASE_URL: database.url,
    // All processes have one public address.
    TAGMA_PUBLIC_URL: 'http://chat.example.com',
    ...settings,
  }
  return async (): Promise<Installation> => {
    const node = await installation(all)
    onTestFinished(() => node.remove())
    return node
  }
}

/** Starts three server processes at once on an empty database: one of them makes the organization. */
export async function cluster(settings: Readonly<Record<string, string>>) {
  const make = await processMaker(settings)
  const nodes = [await make(), await make(), await make()] as const
  await Promise.all(nodes.map((node) => node.start()))
  const makers = nodes.filter((node) => node.output().includes('username=ada@example.com'))
  expect(makers).toHaveLength(1)
  return { nodes, owner: await signInOwner(makers[0]?.url ?? '') }
}

/** Tells whether this machine can start a NATS server. */
export const canStartNats = () => spawnSync('nats-server', ['--version']).status === 0

/** Starts a NATS server of the test's own, which can be stopped and started again. */
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
