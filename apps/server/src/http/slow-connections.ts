import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Clock } from '#ports/clock.ts'

/** Milliseconds without progress after which a client is disconnected. */
const grace = 60_000
/** Bytes per second that a body must bring after the grace, on average: uploads over a poor line take hours. */
const slowestBody = 1024
/**
 * Milliseconds in which a client may read nothing. Longer than for bodies: the buffers of the system and of a proxy
 * swallow megabytes at once, and then take nothing until a good part of them has been sent on.
 */
const readerGrace = 120_000
/** Bytes per second of an answer that a client must read after that, on average: the unread rest lies in memory. */
const slowestReader = 4 * 1024
/** Milliseconds in which the rest of a body may come in after its answer. */
const rest = 30_000
/** Milliseconds between two checks of the connections. */
const pause = 5_000

interface Watch {
  /** The newest request: the arriving body is its body. */
  request?: IncomingMessage
  response?: ServerResponse
  body?: { readonly request: IncomingMessage; readonly since: number; readonly from: number }
  answered?: { readonly request: IncomingMessage; readonly since: number }
  unread?: { readonly since: number; readonly from: number }
}

/**
 * Finds connections whose clients keep the server waiting: a body that does not come in, an answer that is not read. A
 * request that the server has yet to answer, such as a poll, has unlimited time. Node itself limits headers and idle
 * connections (`headersTimeout`, `keepAliveTimeout`); it cannot tell a long upload from a slow one, and has no limit
 * for answers.
 */
export class SlowConnections {
  readonly #clock: Clock
  readonly #watched = new Map<Socket, Watch>()
  readonly #giveUp: (socket: Socket) => void
  #lastSweep = -Infinity

  /** `giveUp` ends a connection whose request never came in whole and has no answer yet. */
  constructor(server: Server, clock: Clock, giveUp: (socket: Socket) => void) {
    this.#clock = clock
    this.#giveUp = giveUp
    const watched = this.#watched
    // One function for all connections: one for each would stay in memory as long as it is open.
    function forget(this: Socket) {
      watched.delete(this)
    }
    server.on('connection', (socket) => {
      watched.set(socket, {})
      socket.on('close', forget)
    })
  }

  /** Begins to watch a request. Requests without a connection (`inject`) are ignored. */
  began(request: IncomingMessage, response: ServerResponse): void {
    const watch = this.#watched.get(request.socket)
    if (!watch) return
    watch.request = request
    watch.response = response
  }

  /** Tells whether the answer to a connection's newest request is being sent. */
  isAnswering(socket: Socket): boolean {
    const response = this.#watched.get(socket)?.response
    return response !== undefined && response.headersSent && !response.writableFinished
  }

  /** Ends the connections without progress. Call it every second or so. */
  sweep(): void {
    const now = this.#clock.elapsed()
    if (now - this.#lastSweep < pause) return
    this.#lastSweep = now
    for (const [socket, watch] of this.#watched) {
      if (isUnread(socket, watch, now) || isAnsweredForLong(watch, now)) socket.destroy()
      else if (isBodySlow(socket, watch, now)) {
        if (watch.response?.headersSent) socket.destroy()
        else this.#giveUp(socket)
      }
    }
  }
}

/**
 * Tells whether a body comes in too slowly. While the server itself has bytes of it to read, the client is not too
 * slow.
 */
function isBodySlow(socket: Socket, watch: Watch, now: number): boolean {
  const { request, body } = watch
  if (!request || request.complete) {
    delete watch.body
    return false
  }
  if (body?.request !== request || request.readableLength > 0) {
    watch.body = { request, since: now, from: socket.bytesRead }
    return false
  }
  return now - body.since > grace + ((socket.bytesRead - body.from) / slowestBody) * 1000
}

/** Tells whether a body still comes in long after its answer was sent. */
function isAnsweredForLong(watch: Watch, now: number): boolean {
  const { request, response, answered } = watch
  if (!request || request.complete || !response?.writableFinished) {
    delete watch.answered
    return false
  }
  if (answered?.request !== request) {
    watch.answered = { request, since: now }
    return false
  }
  return now - answered.since > rest
}

/** Tells whether an answer is read too slowly. `endInPieces` lets long answers be measured while they are sent. */
function isUnread(socket: Socket, watch: Watch, now: number): boolean {
  const waiting = socket.writableLength
  if (waiting === 0) {
    delete watch.unread
    return false
  }
  const taken = socket.bytesWritten - waiting
  watch.unread ??= { since: now, from: taken }
  const { since, from } = watch.unread
  return now - since > readerGrace + ((taken - from) / slowestReader) * 1000
}
