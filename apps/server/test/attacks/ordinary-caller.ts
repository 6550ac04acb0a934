import { Agent } from 'node:http'
import { parentPort, Worker, workerData } from 'node:worker_threads'
import { exchange, formOf } from './exchange.ts'
import { memoryOf } from './process-cost.ts'
import type { Target } from './target.ts'

/** Milliseconds between two calls, and between two measurements of memory. */
const pause = 25

/** Experience of an ordinary caller during an attack. */
export interface Seen {
  /** Duration of each call, in milliseconds. */
  readonly waits: number[]
  /** Calls that failed or were refused. */
  readonly failures: string[]
  /** Largest memory in MiB. */
  peak: number
}

/** Reads, and writes each tenth time, in its own thread. `stop` ends the thread and returns what it saw. */
export function watch({ url, host, channel, authorization, pid }: Target): { stop(): Promise<Seen> } {
  const worker = new Worker(new URL(import.meta.url), {
    workerData: { url, host, channel, authorization, pid },
  })
  return {
    stop: () =>
      new Promise((resolve, reject) => {
        worker.once('message', resolve).once('error', reject)
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
        worker.postMessage('stop')
      }),
  }
}

type Watched = Pick<Target, 'url' | 'host' | 'channel' | 'authorization' | 'pid'>

async function look({ url, host, channel, authorization, pid }: Watched): Promise<void> {
  const seen: Seen = { waits: [], failures: [], peak: 0 }
  const stop = new AbortController()
  parentPort?.once('message', () => stop.abort())
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const call = async (method: 'GET' | 'POST', path: string, fields?: Readonly<Record<string, string>>) => {
    const payload = fields && formOf(fields)
    const { status, body } = await exchange({ url, host, method, path, authorization, payload, agent })
    return status === 200 ? undefined : `${status} ${body.slice(0, 200)}`
  }
  const message = { type: 'channel', to: channel, topic: 'ordinary', content: 'Hi' }
  for (let count = 0; !stop.signal.aborted; count++) {
    const began = performance.now()
    const failure =
      count % 10 === 9 ? await call('POST', '/messages', message) : await call('GET', '/users/me')
    seen.waits.push(performance.now() - began)
    if (failure !== undefined) seen.failures.push(failure)
    seen.peak = Math.max(seen.peak, memoryOf(pid))
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
  agent.destroy()
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  parentPort?.postMessage(seen)
}

if (parentPort) await look(workerData as Watched)
