import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')
const owner = { email: 'owner@example.com', password: 'a password for measuring' }

/** A server started for measuring, in a folder of its own. */
export interface Running {
  readonly url: string
  readonly email: string
  /** The password of the owner, for signing in by a browser. */
  readonly password: string
  readonly apiKey: string
  /** The Basic credentials of the owner. */
  readonly authorization: string
  /** Milliseconds from the start of the process to the first answer to GET /server_settings. */
  readonly startedIn: number
  readonly pid: number
  /** CPU seconds that the process has used. */
  cpuSeconds(): number
  /** Memory of the process in MiB. Shared pages count by their share. */
  memory(): number
  /** Stops the server. With `keep`, `startServer` can start its data again. */
  stop(options?: { keep?: boolean }): Promise<void>
  readonly dataDir: string
}

/** Returns a port that is free. */
export async function freePort(): Promise<number> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  if (address === null || typeof address === 'string') throw new Error('No port is free')
  return address.port
}

/**
 * Starts the server like `npm start`, with rate limits off. `dataDir` continues with existing data; `root` is the
 * checkout to start, by default this one.
 */
export async function startServer(
  options: { dataDir?: string; root?: string; environment?: Readonly<Record<string, string>> } = {},
): Promise<Running> {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'tagma-bench-'))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const began = performance.now()
  const child = spawn(process.execPath, [join(options.root ?? root, 'tools/tagma.mjs'), 'serve'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      TAGMA_DATA_DIR: dataDir,
      TAGMA_PORT: String(port),
      TAGMA_SITE_PORT: String(await freePort()),
      TAGMA_RATE_LIMITS: 'off',
      TAGMA_LOG: 'error',
      TAGMA_OWNER_EMAIL: owner.email,
      TAGMA_OWNER_PASSWORD: owner.password,
      ...options.environment,
    },
  })
  await firstAnswer(`${url}/api/v1/server_settings`, child)
  const startedIn = performance.now() - began
  const pid = child.pid ?? 0
  const response = await fetch(`${url}/api/v1/fetch_api_key`, {
    method: 'POST',
    body: new URLSearchParams({ username: owner.email, password: owner.password }),
  })
  const { api_key: apiKey } = (await response.json()) as { api_key: string }
  return {
    url,
    email: owner.email,
    password: owner.password,
    apiKey,
    authorization: `Basic ${btoa(`${owner.email}:${apiKey}`)}`,
    startedIn,
    pid,
    dataDir,
    cpuSeconds: () => cpuSecondsOf(pid),
    memory: () => memoryOf(pid),
    async stop({ keep = false } = {}) {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
      if (!keep) rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

async function firstAnswer(url: string, child: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 6000; tries++) {
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}`)
    try {
      if ((await fetch(url)).ok) return
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  }
  throw new Error('The server did not answer within 30 seconds')
}

const ticksPerSecond = 100

/** Resolves when a server has finished its work after a start, such as indexing messages: it was idle for a second. */
export async function untilIdle({ cpuSeconds }: Pick<Running, 'cpuSeconds'>): Promise<void> {
  for (let tries = 0; tries < 60; tries++) {
    const before = cpuSeconds()
    await new Promise((resolve) => setTimeout(resolve, 1000))
    if (cpuSeconds() - before <= 0.05) return
  }
  throw new Error('The server is not idle after a minute')
}

/** Reads facts about a process from the system. Empty if the process, or its thread, has just ended. */
function factsOf(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}

/** Returns CPU seconds of a process and its children, ended ones included. */
export function cpuSecondsOf(pid: number): number {
  let ticks = 0
  for (const id of [pid, ...descendantsOf(pid)]) {
    const fields = factsOf(id, 'stat').split(') ')[1]?.split(' ') ?? []
    for (const field of fields.slice(11, 15)) ticks += Number(field)
  }
  return ticks / ticksPerSecond
}

/** Returns the memory in MiB (PSS) of a process and its children. */
export function memoryOf(pid: number): number {
  let kibibytes = 0
  for (const id of [pid, ...descendantsOf(pid)]) {
    kibibytes += Number(/^Pss:\s+(\d+)/m.exec(factsOf(id, 'smaps_rollup'))?.[1] ?? 0)
  }
  return kibibytes / 1024
}

function descendantsOf(pid: number): number[] {
  const children = globSync('task/*/children', { cwd: `/proc/${pid}` }).flatMap((file) =>
    factsOf(pid, file).split(' ').filter(Boolean).map(Number),
  )
  return children.flatMap((child) => [child, ...descendantsOf(child)])
}
