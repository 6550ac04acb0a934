import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import process from 'node:process'
import { accountOfPostgres, program } from '../postgres-programs.ts'

/** A machine of its own, as far as the network can tell. */
export interface Host {
  readonly name: string
  readonly address: string
  /** Command that runs another command on this host. */
  readonly under: readonly string[]
  /** Cuts it off: whatever is on its way to it or from it is lost, and neither end is told. */
  cut(): void
  mend(): void
}

/** Network of the hosts. Its first part is reserved for private networks, and exists inside of a namespace only. */
const network = '10.213.0'
/** Address of the place where all lines meet. */
export const crossing = `${network}.254`

/** Namespaces in which a program may make hosts. They end with it, and all that runs in them. */
export const worldOfHosts = [
  'unshare',
  '--net',
  '--mount',
  '--pid',
  '--fork',
  '--kill-child',
  '--mount-proc',
] as const

/** The reason why this machine cannot make hosts; undefined if it can. */
export function hostsProblem(): string | undefined {
  if (process.getuid?.() !== 0) return 'only root may make network namespaces'
  for (const name of ['ip', 'nsenter', 'setpriv', 'unshare', 'nats-server'])
    if (spawnSync(name, ['--version'], { stdio: 'ignore' }).error) return `${name} is not installed`
  for (const name of ['initdb', 'postgres'])
    if (program(name) === undefined) return `PostgreSQL's ${name} is not installed`
  if (!accountOfPostgres().uid) return 'there is no user postgres, and PostgreSQL refuses root'
  const [unshare, ...options] = worldOfHosts
  const trial =
    'mount -t tmpfs tmpfs /run && mkdir /run/netns && ip netns add host && ip link add crossing type bridge && ip link add port0 type veth peer name eth0 netns host'
  const { status, stderr } = spawnSync(unshare, [...options, 'sh', '-c', trial])
  return status === 0
    ? undefined
    : `network namespaces cannot be made here (${stderr.toString().trim().split('\n')[0]})`
}

const ip = (...options: string[]) => execFileSync('ip', options, { stdio: ['ignore', 'ignore', 'inherit'] })

/** Makes hosts that can reach each other, and that this process can reach. To be called within `worldOfHosts`. */
export function makeHosts(names: readonly string[]): Host[] {
  // Names of namespaces lie there, and other programs must not see these.
  execFileSync('mount', ['-t', 'tmpfs', 'tmpfs', '/run'])
  mkdirSync('/run/netns')
  ip('link', 'set', 'lo', 'up')
  ip('link', 'add', 'crossing', 'type', 'bridge')
  ip('address', 'add', `${crossing}/24`, 'dev', 'crossing')
  ip('link', 'set', 'crossing', 'up')
  return names.map((name, index) => {
    const [port, address] = [`port${index}`, `${network}.${index + 1}`]
    ip('netns', 'add', name)
    ip('link', 'add', port, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name)
    ip('link', 'set', port, 'master', 'crossing')
    ip('link', 'set', port, 'up')
    ip('-n', name, 'address', 'add', `${address}/24`, 'dev', 'eth0')
    ip('-n', name, 'link', 'set', 'lo', 'up')
    ip('-n', name, 'link', 'set', 'eth0', 'up')
    return {
      name,
      address,
      under: ['nsenter', `--net=/run/netns/${name}`],
      cut: () => ip('link', 'set', port, 'nomaster'),
      mend: () => ip('link', 'set', port, 'master', 'crossing'),
    }
  })
}
