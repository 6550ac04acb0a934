import { createHash } from 'node:crypto'
import { connect, type NatsConnection } from '@nats-io/transport-node'
import type { Bus, BusMessage } from '#ports/bus.ts'
import type { Log } from '#ports/log.ts'

/** Milliseconds that a start waits for NATS before it goes on without it. */
const patience = 2000

/** Characters of a message. NATS refuses messages over one mebibyte by default. */
const longest = 200_000

/**
 * Carries messages between the processes of one installation over NATS (core); `installation` keeps installations on
 * the same NATS apart. While NATS is away, from the start or later, messages are dropped and it connects again and
 * again.
 */
export async function natsBus(url: string, installation: string, log: Log): Promise<Bus> {
  // A hash: a subject allows few characters.
  const subject = `tagma.${createHash('sha256').update(installation).digest('hex').slice(0, 32)}`
  const listeners: ((message: BusMessage) => void)[] = []
  const line: Line = { connection: undefined, isThere: false, isClosed: false }

  const hear = (text: string) => {
    try {
      // A process of an earlier version sends messages one by one.
      for (const message of [JSON.parse(text) as BusMessage | BusMessage[]].flat())
        for (const listener of listeners) listener(message)
    } catch (error) {
      log.error({ err: error }, 'A message from NATS could not be processed.')
    }
  }
  const failed = openLine(line, { url, subject, hear, log }).catch((error: unknown) => {
    log.error({ err: error }, 'NATS cannot be used: events reach other processes later.')
  })
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, patience)))
  await Promise.race([failed, late])
  clearTimeout(timer)
  if (!line.connection)
    log.warn({}, 'NATS does not answer yet: events reach other processes later until it does.')

  // All messages of one turn of the event loop travel together: sending and receiving cost more than parsing.
  let together: string[] = []
  let size = 0
  const send = () => {
    if (together.length > 0 && line.isThere) line.connection?.publish(subject, `[${together.join(',')}]`)
    together = []
    size = 0
  }
  return {
    isShared: true,
    get isThere() {
      return line.isThere
    },
    publish(message) {
      if (!line.isThere) return
      const text = JSON.stringify(message)
      const isLong = text.length > longest && message.kind === 'log'
      // A process that hears of rows without getting them reads them.
      const sent = isLong ? JSON.stringify({ ...message, rows: undefined }) : text
      if (size + sent.length > longest) send()
      if (together.length === 0) setImmediate(send)
      together.push(sent)
      size += sent.length
    },
    subscribe: (listener) => void listeners.push(listener),
    async close() {
      if (line.isClosed) return
      line.isClosed = true
      send()
      // Messages on their way are sent first, if NATS is there.
      await (line.isThere ? line.connection?.drain() : line.connection?.close())
    },
  }
}

/** A connection that may be away, from the start or for a while. */
interface Line {
  /** Undefined until NATS has answered for the first time. */
  connection: NatsConnection | undefined
  isThere: boolean
  isClosed: boolean
}

interface LineOptions {
  readonly url: string
  readonly subject: string
  readonly hear: (text: string) => void
  readonly log: Log
}

/** Connects, listens, and keeps `line` up to date for as long as the connection lives. */
async function openLine(line: Line, { url, subject, hear, log }: LineOptions): Promise<void> {
  const made = await connect({
    servers: url,
    name: 'tagma',
    maxReconnectAttempts: -1,
    waitOnFirstConnect: true,
    noEcho: true,
    timeout: 5000,
  })
  if (line.isClosed) return made.close()
  line.connection = made
  line.isThere = true
  made.subscribe(subject, {
    callback(error, message) {
      if (!error) hear(message.string())
    },
  })
  await made.flush()
  void (async () => {
    for await (const status of made.status()) {
      if (status.type === 'disconnect') {
        line.isThere = false
        log.warn({}, 'NATS is away: events reach other processes later until it is back.')
      }
      if (status.type === 'reconnect') {
        line.isThere = true
        log.info({}, 'NATS is back.')
      }
    }
  })()
}
