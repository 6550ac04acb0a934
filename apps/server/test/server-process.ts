import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { newSchemaName } from './copied-database.ts'

/** The server as `npm start` runs it, from one bundled file: it starts in a third of the time. */
const program = join(import.meta.dirname, '../../../tools/tagma.mjs')
/** Runs the server with a clock that `passMinutes` sets forward. */
export const serverAhead = join(import.meta.dirname, 'server-ahead.ts')

/** Lets minutes pass at once for a server that runs `serverAhead`. */
export async function passMinutes(server: Installation, minutes: number): Promise<void> {
  for (let count = 0; count < minutes; count++) {
    const text = `The clock is ${server.output().split('The clock is').length} minutes ahead.`
    process.kill(server.pid(), 'SIGUSR2')
    await server.says(text)
  }
}

/** An installation in its own folder with a server in its own process, which can be stopped and killed. */
export interface Installation {
  readonly url: string
  /** Folder of its files. */
  readonly dataDir: string
  /** Variables that its processes get. */
  readonly environment: Readonly<Record<string, string>>
  /** Output of the server since its last start. */
  readonly output: () => string
  /** Resolves when the running server has printed a text since its start. */
  says(text: string): Promise<void>
  /** Id of the running server's process. */
  readonly pid: () => number
  /** Resolves when the server answers. */
  start(): Promise<void>
  /** Sends a signal and resolves with the exit code, or null for a process that the signal ended. */
  stop(signal: 'SIGTERM' | 'SIGINT' | 'SIGKILL'): Promise<number | null>
  /** Runs another command of `tagma` to its end. */
  run(...args: string[]): Promise<{ code: number | null; output: string }>
  /** The same with a text on its standard input. */
  runWith(input: string, ...args: string[]): Promise<{ code: number | null; output: string }>
  /** Ends everything that still runs, and deletes the files. */
  remove(): Promise<void>
}

/**
 * Makes an installation on the engine of this test run, with the given settings. `under` is a command that runs the
 * server, such as `strace`; `main` is the server's file.
 */
export async function installation(
  settings: Readonly<Record<string, string>> = {},
  under: readonly string[] = [],
  main = program,
): Promise<Installation> {
  const folder = mkdtempSync(join(tmpdir(), 'tagma-installation-'))
  const dataDir = join(folder, 'data')
  const port = await freePort()
  const database =
    process.env.TEST_ENGINE === 'postgres' && settings.DATABASE_URL === undefined
      ? await makeSchema()
      : undefined
  const environment = {
    PATH: process.env.PATH ?? '',
    // A server whose files Node has compiled before starts in two thirds of the time.
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '',
    TAGMA_DATA_DIR: dataDir,
    TAGMA_PORT: String(port),
    TAGMA_SITE_PORT: '0',
    TAGMA_RATE_LIMITS: 'off',
    TAGMA_WEB_CLIENT: 'off',
    ...(database ? { DATABASE_URL: database.url } : {}),
    ...settings,
  }
  let child: ChildProcess | undefined
  // The server ends with the tests that started it.
  const abandon = () => child?.kill('SIGKILL')
  process.once('exit', abandon).once('SIGTERM', abandon)
  let output = ''
  let heard = () => {}

  const launch = (args: string[], input?: string) => {
    const [first = process.execPath, ...rest] = [...under, process.execPath, main, ...args]
    const started = spawn(first, rest, {
      env: environment,
      stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    })
    started.stdin?.end(input)
    return started
  }
  const runToEnd = async (args: string[], input?: string) => {
    const command = launch(args, input)
    let text = ''
    command.stdout?.on('data', (chunk: Buffer) => (text += String(chunk)))
    command.stderr?.on('data', (chunk: Buffer) => (text += String(chunk)))
    const [code] = (await once(command, 'close')) as [number | null]
    return { code, output: text }
  }
  const made: Installation = {
    url: `http://localhost:${port}`,
    dataDir,
    environment,
    output: () => output,
    says: (text) =>
      new Promise((resolve) => {
        heard = () => {
          if (output.includes(text)) resolve()
        }
        heard()
      }),
    pid: () => child?.pid ?? 0,
    async start() {
      output = ''
      const started = (child = launch(['serve']))
      await new Promise<void>((resolve, reject) => {
        const take = (chunk: Buffer) => {
          output += String(chunk)
          if (output.includes('Tagma is running')) resolve()
          heard()
        }
        started.stdout?.on('data', take)
        started.stderr?.on('data', take)
        started.once('exit', (code) => reject(new Error(`The server ended with ${code}:\n${output}`)))
      })
    },
    async stop(signal) {
      if (!child || child.exitCode !== null || child.signalCode !== null) return child?.exitCode ?? null
      const ended = once(child, 'exit')
      child.kill(signal)
      const [code] = (await ended) as [number | null]
      return code
    },
    run: (...args) => runToEnd(args),
    runWith: (input, ...args) => runToEnd(args, input),
    async remove() {
      await made.stop('SIGKILL')
      process.off('exit', abandon).off('SIGTERM', abandon)
      await database?.drop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
  return made
}

/** Finds a port on which nobody listens. */
export async function freePort(): Promise<number> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  if (address === null || typeof address === 'string') throw new Error('No port is free')
  return address.port
}

/** Makes an empty schema in the PostgreSQL database of this test run, with an address of its own. */
export async function makeSchema(): Promise<{ url: string; drop(): Promise<void> }> {
  const base = process.env.TEST_DATABASE_URL
  if (!base) throw new Error('TEST_DATABASE_URL names the PostgreSQL database to test on')
  const schema = newSchemaName()
  const execute = async (text: string) => {
    const client = new pg.Client({ connectionString: base })
    await client.connect()
    await client.query(text)
    await client.end()
  }
  await execute(`create schema ${schema}`)
  const url = new URL(base)
  url.searchParams.set('options', `-c search_path=${schema}`)
  return { url: url.href.replaceAll('+', '%20'), drop: () => execute(`drop schema ${schema} cascade`) }
}
