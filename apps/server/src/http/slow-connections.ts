import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Clock } from '#ports/clock.ts'

/** How long nothing has to move before anybody is cut off, in milliseconds. */
const grace = 60_000
/** Bytes that a body has to bring in each second beyond the grace, on average: uploads by a poor line go on for hours. */
const slowestBody = 1024
/**
 * How long a reader may take nothing, in milliseconds. Longer than for bodies: the buffers of the system, and those of a
 * proxy, swallow megabytes and then take nothing until a good part of that has gone on.
 */
const readerGrace = 120_000
/** Bytes of an answer that have to be taken in each second beyond that, on average: what waits lies in memory. */
const slowestReader = 4 * 1024
/** How long the rest of a body may come in that has been answered already, in milliseconds. */
const rest = 30_000
/** How often connections are looked at, in milliseconds. */
const pause = 5_000

interface Watch {
  /** The newest one, whose body is the one that arrives. */
  request?: IncomingMessage
  response?: ServerResponse
  body?: { readonly request: IncomingMessage; readonly since: number; readonly from: number }
  answered?: { readonly request: IncomingMessage; readonly since: number }
  unread?: { readonly since: number; readonly from: number }
}

/**
 * Finds the connections whose clients keep the server waiting: a body that does not come in, an answer that nobody
 * takes. A request that the server has yet to answer, such as a poll, has all the time it needs. Headers, and connections
 * without requests, are left to Node (`headersTimeout`, `keepAliveTimeout`), which cannot tell a long upload from a slow
 * one and has no limit for answers.
 */
export class SlowConnections {
  readonly #clock: Clock
  readonly #watched = new Map<Socket, Watch>()
  readonly #giveUp: (socket: Socket) => void
  #lastSweep = -Infinity

  /** `giveUp` ends a connection whose request never came in whole, and which has got no answer yet. */
  constructor(server: Server, clock: Clock, giveUp: (socket: Socket) => void) {
    this.#clock = clock
    this.#giveUp = giveUp
    server.on('connection', (socket) => {
      this.#watched.set(socket, {})
      socket.once('close', () => this.#watched.delete(socket))
    })
  }

  /** Tells of a request. Those without a connection of the server are no concern of anybody. */
  began(request: IncomingMessage, response: ServerResponse): void {
    const watch = this.#watched.get(request.socket)
    if (!watch) return
    watch.request = request
    watch.response = response
  }

  /** Whether the answer to the newest request of a connection is on its way. */
  isAnswering(socket: Socket): boolean {
    const response = this.#watched.get(socket)?.response
    return response !== undefined && response.headersSent && !response.writableFinished
  }

  /** Ends the connections that do not move. Called every second or so. */
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

/** Whether a body comes in too slowly. While some of it waits to be read here, the client is not the slow one. */
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

/** Whether a body still comes in although its answer has gone out long ago. */
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

/** Whether an answer is taken too slowly. `endInPieces` has long ones counted while they go out. */
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
