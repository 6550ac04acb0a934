import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { delays } from './delays.ts'

/** A line to PostgreSQL that counts round trips, and delays if asked to. */
export interface CountedLine {
  readonly url: string
  /** Statements so far, of all connections. */
  readonly statements: () => number
  /** Round trips so far, of all connections. */
  readonly trips: () => number
  close(): void
}

/**
 * Puts a line between a server and the database at an address. Each direction takes `delay` milliseconds, also
 * fractions of one.
 *
 * A statement belongs to the round trip after that of the last answer that its client had when it sent it. So
 * statements that follow each other without waiting are one round trip, however the network cuts them.
 */
export async function countedLine(database: URL, delay = 0): Promise<CountedLine> {
  const sockets = new Set<Socket>()
  const counts = { statements: 0, trips: 0 }
  const later = delays(delay)
  const server = createServer({ noDelay: true }, (socket) => {
    const onward = connect({ port: Number(database.port || 5432), host: database.hostname, noDelay: true })
    const conversation = new Conversation(counts)
    const pass = (from: Socket, to: Socket, note: (chunk: Buffer) => void, when: 'sent' | 'got') => {
      sockets.add(from)
      from
        .on('error', () => {})
        .on('data', (chunk: Buffer) => {
          if (when === 'sent') note(chunk)
          later(() => {
            if (when === 'got') note(chunk)
            to.write(chunk)
          })
        })
        .on('close', () => {
          sockets.delete(from)
          later(() => to.destroy())
        })
    }
    pass(socket, onward, (chunk) => conversation.asked(chunk), 'sent')
    pass(onward, socket, (chunk) => conversation.answered(chunk), 'got')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(database)
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href.replaceAll('+', '%20'),
    statements: () => counts.statements,
    trips: () => counts.trips,
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

/** One connection, as the messages of PostgreSQL's protocol tell it. */
class Conversation {
  readonly #counts: { statements: number; trips: number }
  /** Round trips of the statements without an answer, in their order. */
  readonly #open: number[] = []
  #answered = 0
  #newest = 0
  readonly #asking = new Messages('startup')
  readonly #answering = new Messages('running')

  constructor(counts: { statements: number; trips: number }) {
    this.#counts = counts
  }

  asked(chunk: Buffer): void {
    for (const type of this.#asking.types(chunk)) {
      // A simple query, or the end of an extended one.
      if (type !== 'Q' && type !== 'S') continue
      const trip = this.#answered + 1
      this.#open.push(trip)
      this.#counts.statements++
      if (trip > this.#newest) this.#counts.trips++
      this.#newest = trip
    }
  }

  answered(chunk: Buffer): void {
    for (const type of this.#answering.types(chunk))
      if (type === 'Z') this.#answered = this.#open.shift() ?? this.#answered
  }
}

/** Finds the types of the messages in a stream of bytes. */
class Messages {
  #rest = Buffer.alloc(0)
  #hasType: boolean

  /** A client's first message has no type. */
  constructor(begin: 'startup' | 'running') {
    this.#hasType = begin === 'running'
  }

  *types(chunk: Buffer): Generator<string> {
    this.#rest = Buffer.concat([this.#rest, chunk])
    for (;;) {
      const before = this.#hasType ? 1 : 0
      if (this.#rest.length < before + 4) return
      const length = before + this.#rest.readInt32BE(before)
      if (this.#rest.length < length) return
      if (this.#hasType) yield String.fromCharCode(this.#rest[0] ?? 0)
      this.#hasType = true
      this.#rest = this.#rest.subarray(length)
    }
  }
}
