import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { onTestFinished, vi } from 'vitest'
import { accountOfPostgres, program } from './postgres-programs.ts'
import { freePort } from './server-process.ts'

/** A PostgreSQL server of the test's own. */
interface OwnPostgres {
  readonly url: string
  /** Runs a statement and returns its rows. */
  query(text: string): Promise<Record<string, unknown>[]>
  /** Log of the server, with every statement. */
  log(): string
  stop(): Promise<void>
}

/** The reason why this machine cannot run a primary with a replica; undefined if it can. */
export function replicationProblem(): string | undefined {
  for (const name of ['initdb', 'pg_basebackup', 'postgres'])
    if (program(name) === undefined) return `${name} is not installed`
  return accountOfPostgres().uid === 0 ? 'there is no user postgres, and PostgreSQL refuses root' : undefined
}

/** Starts a primary and a replica that follows it; both end with the test. */
export async function replicatedPostgres(): Promise<{ primary: OwnPostgres; replica: OwnPostgres }> {
  const account = accountOfPostgres()
  const folder = mkdtempSync(join(tmpdir(), 'tagma-replica-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  chmodSync(folder, 0o711)
  const own = join(folder, 'own')
  mkdirSync(own)
  if (account.uid !== undefined && account.gid !== undefined) chownSync(own, account.uid, account.gid)
  const run = (name: string, ...args: string[]) =>
    execFileSync(program(name) ?? name, args, { ...account, cwd: own, stdio: 'pipe' })
  run('initdb', '--pgdata=primary', '--username=tagma', '--auth=trust', '--no-sync')
  const primary = await startIn(own, 'primary', account)
  run('pg_basebackup', `--dbname=${primary.url}`, '--pgdata=replica', '--write-recovery-conf', '--no-sync')
  return { primary, replica: await startIn(own, 'replica', account) }
}

async function startIn(own: string, name: string, account: object): Promise<OwnPostgres> {
  const port = await freePort()
  const url = `postgres://tagma@127.0.0.1:${port}/postgres`
  let log = ''
  const settings = ['fsync=off', 'log_statement=all', 'shared_buffers=16MB', 'wal_keep_size=64MB']
  const options = ['-D', name, '-h', '127.0.0.1', '-p', String(port), '-k', '']
  const child: ChildProcess = spawn(
    program('postgres') ?? 'postgres',
    [...options, ...settings.flatMap((setting) => ['-c', setting])],
    { ...account, cwd: own, stdio: ['ignore', 'ignore', 'pipe'] },
  )
  child.stderr?.on('data', (chunk: Buffer) => (log += String(chunk)))
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGQUIT')
    await ended
  }
  const query = async (text: string) => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    try {
      return (await client.query<Record<string, unknown>>(text)).rows
    } finally {
      await client.end()
    }
  }
  onTestFinished(stop)
  await vi.waitFor(() => query('select 1'), { timeout: 20_000 })
  return { url, query, log: () => log, stop }
}
