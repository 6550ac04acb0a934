import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** A connection to PostgreSQL that a test can break. */
export interface DatabaseLine {
  readonly url: string
  /** Number of refused connections. */
  readonly refused: () => number
  /** Ends all connections, and refuses new ones. */
  cut(): void
  /** Swallows everything on the existing connections, in both directions, without telling either end. */
  hush(): void
  /** The same, also for new connections. */
  hushAll(): void
  /**
   * Swallows everything after the next statement that contains this text; `asked` says whether PostgreSQL still gets
   * the statement.
   */
  hushAt(text: string, asked: 'asked' | 'unasked'): void
  /** New connections work; hushed ones stay silent. */
  mend(): void
}

interface Pair {
  isHushed: boolean
}

/** Puts a line between the server under test and the database at an address. */
export async function lineTo(database: URL): Promise<DatabaseLine> {
  const sockets = new Set<Socket>()
  const pairs = new Set<Pair>()
  let state: 'works' | 'refuses' | 'swallows' = 'works'
  let trigger: { readonly text: string; readonly asked: boolean } | undefined
  let refusals = 0
  const server = createServer((socket) => {
    if (state === 'refuses') {
      refusals++
      socket.destroy()
      return
    }
    const pair = { isHushed: state === 'swallows' }
    pairs.add(pair)
    const onward = connect(Number(database.port || 5432), database.hostname)
    const ends = [socket, onward] as const
    for (const [from, to] of [ends, [onward, socket] as const]) {
      sockets.add(from)
      from
        .on('error', () => {})
        .on('data', (chunk: Buffer) => {
          if (pair.isHushed) return
          if (from === socket && trigger && chunk.includes(trigger.text)) {
            pair.isHushed = true
            if (!trigger.asked) return
          }
          to.write(chunk)
        })
        .on('close', () => {
          sockets.delete(from)
          if (!pair.isHushed) to.destroy()
        })
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const address = server.address()
  const url = new URL(database)
  url.hostname = '127.0.0.1'
  url.port = String(typeof address === 'object' ? address?.port : '')
  const hush = () => {
    for (const pair of pairs) pair.isHushed = true
  }
  return {
    url: url.href.replaceAll('+', '%20'),
    refused: () => refusals,
    cut() {
      state = 'refuses'
      for (const socket of sockets) socket.destroy()
    },
    hush,
    hushAll() {
      state = 'swallows'
      hush()
    },
    hushAt(text, asked) {
      trigger = { text, asked: asked === 'asked' }
    },
    mend() {
      state = 'works'
      trigger = undefined
    },
  }
}
