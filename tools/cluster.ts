// npm run cluster -- [--nodes <n>] [--port <n>]
//
// Starts several server processes (3) on one PostgreSQL (DATABASE_URL) and one NATS (NATS_URL), which tells them of
// each other's changes at once. Their ports are consecutive (from 9991). Any of them can serve any client. Ctrl-C stops
// all.
import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import process from 'node:process'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'

const { values } = parseArgs({
  options: {
    nodes: { type: 'string', default: '3' },
    port: { type: 'string', default: process.env.TAGMA_PORT ?? '9991' },
  },
})
const count = Number(values.nodes)
const firstPort = Number(values.port)
const metricsPort = Number(process.env.TAGMA_METRICS_PORT ?? '0')
if (!Number.isInteger(count) || count < 1 || count > 64)
  refuse(`--nodes is ${values.nodes}; it should be 1 to 64.`)
if (!Number.isInteger(firstPort) || firstPort < 1 || firstPort + count > 65_535)
  refuse(`--port is ${values.port}; it should be a port number with ${count} free ones after it.`)
if (!process.env.DATABASE_URL)
  refuse(
    'Several processes need a PostgreSQL database. Set DATABASE_URL, such as postgres://tagma@localhost/tagma.',
  )
if (!process.env.NATS_URL)
  console.log(
    'NATS_URL is not set: the processes learn of changes up to a second late, and typing notices are lost.',
  )

const nodes = new Map<number, ChildProcess>()
let isStopping = false
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    isStopping = true
    for (const node of nodes.values()) node.kill(signal)
  })
for (let index = 0; index < count; index++) start(index)

function start(index: number): void {
  const port = firstPort + index
  const node = spawn(process.execPath, [join(import.meta.dirname, 'tagma.mjs'), 'serve'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      TAGMA_PORT: String(port),
      TAGMA_METRICS_PORT: metricsPort === 0 ? '0' : String(metricsPort + index),
      // One website is enough.
      TAGMA_SITE_PORT: index === 0 ? String(firstPort + count) : '0',
      TAGMA_PUBLIC_URL: process.env.TAGMA_PUBLIC_URL ?? `http://localhost:${firstPort}`,
    },
  })
  nodes.set(port, node)
  for (const stream of [node.stdout, node.stderr])
    createInterface({ input: stream }).on('line', (line) => console.log(`${port} │ ${line}`))
  node.on('exit', (code, signal) => {
    nodes.delete(port)
    if (isStopping) return
    console.error(`${port} │ ended with ${code ?? signal}; the others continue.`)
    if (nodes.size === 0) process.exitCode = 1
  })
}

function refuse(reason: string): never {
  console.error(reason)
  process.exit(1)
}
