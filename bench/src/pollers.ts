import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { isMainThread, Worker, workerData } from 'node:worker_threads'
import { call } from './seed.ts'
import type { Running } from './server.ts'

interface Poller {
  readonly authorization: string
  readonly queueId: string
  readonly lastEventId: number
}

/** Clients that poll a queue each, in a thread of their own. */
export interface Pollers {
  /** Returns the number of new messages that all of them have received. */
  received(): number
  stop(): Promise<void>
}

/** Registers a queue for each user and polls all queues, like clients that show messages. */
export async function startPollers(server: Pick<Running, 'url'>, users: readonly string[]): Promise<Pollers> {
  const pollers: Poller[] = []
  for (const authorization of users) {
    const { queue_id: queueId, last_event_id: last } = await call(
      server,
      authorization,
      'POST',
      '/register',
      {
        event_types: '["message"]',
        apply_markdown: 'true',
        client_gravatar: 'true',
      },
    )
    pollers.push({ authorization, queueId: String(queueId), lastEventId: Number(last) })
  }
  const counter = new Int32Array(new SharedArrayBuffer(4))
  const worker = new Worker(new URL(import.meta.url), {
    workerData: { port: Number(new URL(server.url).port), pollers, counter },
  })
  await once(worker, 'online')
  return {
    received: () => Atomics.load(counter, 0),
    async stop() {
      await worker.terminate()
    },
  }
}

const endOfHeaders = Buffer.from('\r\n\r\n')
const newMessage = Buffer.from('"type":"message"')

/**
 * Polls one queue over one connection for ever. Counts the messages without parsing them, because only the server is
 * measured.
 */
function poll(port: number, { authorization, queueId, lastEventId }: Poller, counter: Int32Array): void {
  const socket: Socket = connect(port, '127.0.0.1')
  let last = lastEventId
  let waiting: Buffer = Buffer.alloc(0)
  const ask = () =>
    socket.write(
      `GET /api/v1/events?queue_id=${queueId}&last_event_id=${last} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: ${authorization}\r\n\r\n`,
    )
  socket.on('data', (part: Buffer) => {
    waiting = waiting.length === 0 ? part : Buffer.concat([waiting, part])
    const head = waiting.indexOf(endOfHeaders)
    if (head < 0) return
    const headers = waiting.toString('latin1', 0, head)
    if (!headers.startsWith('HTTP/1.1 200')) throw new Error(`A poll was refused: ${waiting.toString()}`)
    const length = Number(/content-length: (\d+)/i.exec(headers)?.[1])
    if (waiting.length < head + 4 + length) return
    const body = waiting.subarray(head + 4, head + 4 + length)
    waiting = Buffer.alloc(0)
    let messages = 0
    for (let at = body.indexOf(newMessage); at >= 0; at = body.indexOf(newMessage, at + 1)) messages++
    Atomics.add(counter, 0, messages)
    // An event begins after a comma or a bracket. The message in it also has an id, but after a colon.
    const begins = Math.max(body.lastIndexOf(',{"id":'), body.lastIndexOf('[{"id":'))
    last = Number(/\d+/.exec(body.toString('latin1', begins, begins + 40))?.[0])
    ask()
  })
  socket.once('connect', ask)
}

if (!isMainThread) {
  const { port, pollers, counter } = workerData as { port: number; pollers: Poller[]; counter: Int32Array }
  for (const poller of pollers) poll(port, poller, counter)
}
