import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdirSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { accountOfPostgres, program } from '../postgres-programs.ts'
import type { Host } from './hosts.ts'

/** Starts a new PostgreSQL on a host, with its data below a folder. Returns its port. It ends with the hosts. */
export async function startPostgres(host: Host, folder: string): Promise<number> {
  const { uid = 0, gid = 0 } = accountOfPostgres()
  chmodSync(folder, 0o711)
  const own = join(folder, 'postgres')
  mkdirSync(own)
  chownSync(own, uid, gid)
  const data = join(own, 'data')
  const options = ['--pgdata', data, '--username=tagma', '--auth=trust', '--no-sync']
  execFileSync(program('initdb') ?? 'initdb', options, { uid, gid, cwd: own, stdio: 'pipe' })
  const as = ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups']
  // No power fails here, so the disk need not keep up.
  const settings = [
    `listen_addresses=${host.address}`,
    'unix_socket_directories=',
    'shared_buffers=32MB',
    'fsync=off',
  ]
  execFileSync('sh', ['-c', `echo 'host all all samenet trust' >>${data}/pg_hba.conf`])
  start(host, [
    ...as,
    program('postgres') ?? 'postgres',
    '-D',
    data,
    ...settings.flatMap((each) => ['-c', each]),
  ])
  await untilOpen(host, 5432)
  return 5432
}

/** Starts NATS on a host. Returns its port. */
export async function startNats(host: Host): Promise<number> {
  start(host, ['nats-server', '--addr', host.address, '--port', '4222'])
  await untilOpen(host, 4222)
  return 4222
}

function start({ under }: Host, command: readonly string[]): void {
  const [runner = '', ...rest] = [...under, ...command]
  const child = spawn(runner, rest, { stdio: 'ignore' })
  child.unref()
}

async function untilOpen({ name, address }: Host, port: number): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    const socket = connect(port, address)
    try {
      await once(socket, 'connect')
      return
    } catch {
      await sleep(100)
    } finally {
      socket.destroy()
    }
  }
  throw new Error(`Nothing listens on ${name} (${address}:${port})`)
}
