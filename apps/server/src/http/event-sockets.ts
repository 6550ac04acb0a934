/**
 * WebSockets at the addresses of `SocketPage`s: connects them, recognizes their callers, and ends those that keep the
 * server waiting.
 *
 * A client is recognized by the header Authorization, or by a first frame `{"auth": [address, key]}`: a page in a browser
 * cannot set headers. Cookies do not count, so no site can open a socket in the name of a visitor. The first frame after
 * that is for the page. Both have to come within five seconds.
 */

import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Endpoint } from '@tagma/contract/define.ts'
import { type WebSocket, WebSocketServer } from 'ws'
import * as z from 'zod'
import type { Services } from '#call/services.ts'
import type { Waiting } from '#events/waiting.ts'
import { must } from '#model/must.ts'
import type { UserRecord } from '#model/records.ts'
import { Refusal } from '#model/refusal.ts'
import { admit } from './admit.ts'
import type { RouteParts } from './endpoint-route.ts'
import { requireRight } from './require-right.ts'

/** Codes with which the server ends a socket, beside those of RFC 6455. */
export const closeCodes = {
  notRecognized: 4001,
  badQueue: 4002,
  anotherReader: 4003,
  tooSlow: 4008,
  badFrame: 1008,
  stopping: 1012,
  tryLater: 1013,
  fault: 1011,
} as const

/** An address that takes WebSockets. */
export interface SocketPage {
  readonly path: string
  readonly protocol: string
  /** The endpoint whose role and scope a caller needs. */
  readonly endpoint: Endpoint
  /** Serves a socket until it ends. A Refusal ends it with the code that fits. */
  readonly serve: (socket: EventSocket) => Promise<void>
}

/** A socket, as its page sees it. */
export interface EventSocket {
  readonly services: Services
  /** The first frame after the caller was recognized; parsed JSON. */
  readonly opening: unknown
  readonly waiting: Waiting
  /** Recognizes the caller again. Throws a Refusal if the credentials do not count any more. */
  readonly caller: () => Promise<UserRecord>
  readonly send: (text: string) => void
  readonly ping: () => void
  readonly end: (code: number, reason: string) => void
  /** Called with each later frame; parsed JSON. A Refusal ends the socket. */
  onFrame: ((frame: unknown) => void) | undefined
  /** Time by `Clock.elapsed` since which the client owes an answer; undefined if it owes none. */
  waitsSince: number | undefined
}

/** Bytes of a frame by a client. */
const longestFrame = 64 * 1024
/** Frames that a client may send before it is recognized. */
const mostEarly = 10
/** Milliseconds for the first frames. */
const openingPatience = 5000
/** Milliseconds in which a client has to acknowledge something once the server waits for it. */
const readerPatience = 60_000

const authFrame = z.object({ auth: z.tuple([z.string(), z.string()]) })

/** The sockets of a server. */
export class EventSockets {
  readonly #pages: ReadonlyMap<string, SocketPage>
  readonly #parts: RouteParts
  readonly #opener = new WebSocketServer({
    noServer: true,
    maxPayload: longestFrame,
    perMessageDeflate: false,
    clientTracking: false,
    handleProtocols: (offered) =>
      [...this.#pages.values()].find(({ protocol }) => offered.has(protocol))?.protocol ?? false,
  })
  readonly #open = new Set<OpenSocket>()

  constructor(pages: readonly SocketPage[], parts: RouteParts) {
    this.#pages = new Map(pages.map((page) => [page.path, page]))
    this.#parts = parts
  }

  /** Tells whether a request asks for a socket at an address that has them. */
  takes({ url = '' }: IncomingMessage): boolean {
    return this.#pages.has(pathOf(url))
  }

  /** Takes over the requests for sockets of a server. */
  attach(server: Server): void {
    server.on('upgrade', (request: IncomingMessage, stream: Duplex, head: Buffer) => {
      const page = must(this.#pages.get(pathOf(request.url ?? '')), 'an address without sockets was upgraded')
      this.#opener.handleUpgrade(request, stream, head, (socket) => {
        const open = new OpenSocket(socket, request, page, this.#parts)
        this.#open.add(open)
        socket.once('close', () => this.#open.delete(open))
      })
    })
  }

  /** Ends sockets whose clients keep the server waiting. Call it every second or so. */
  sweep(): void {
    const now = this.#parts.services.time.clock.elapsed()
    for (const open of this.#open) open.sweep(now)
  }

  /** Ends all sockets: clients open another one, with another process or later. */
  close(): void {
    for (const open of this.#open) open.end(closeCodes.stopping, 'The server stops.')
  }
}

const pathOf = (url: string) => url.split('?', 1)[0] ?? ''

class OpenSocket implements EventSocket {
  readonly services: Services
  opening: unknown = undefined
  waitsSince: number | undefined
  #onFrame: ((frame: unknown) => void) | undefined
  /** Frames that came before somebody listened. */
  readonly #early: unknown[] = []
  readonly #socket: WebSocket
  readonly #request: IncomingMessage
  readonly #page: SocketPage
  readonly #parts: RouteParts
  readonly #began: number
  #hasOpened = false

  constructor(socket: WebSocket, request: IncomingMessage, page: SocketPage, parts: RouteParts) {
    this.services = parts.services
    this.#socket = socket
    this.#request = request
    this.#page = page
    this.#parts = parts
    this.#began = parts.services.time.clock.elapsed()
    // Its `close` follows.
    socket.on('error', () => {})
    socket.on('message', (data, isBinary) => this.#take(isBinary ? undefined : frameOf(data)))
  }

  get onFrame() {
    return this.#onFrame
  }

  set onFrame(listener) {
    this.#onFrame = listener
    for (const frame of this.#early.splice(0)) listener?.(frame)
  }

  get waiting(): Waiting {
    const socket = this.#socket
    return {
      get hasGone() {
        return socket.readyState !== socket.OPEN
      },
      whenGone: (callback) => void socket.once('close', callback),
    }
  }

  readonly caller = async (): Promise<UserRecord> => {
    const directory = await this.#parts.organizationFor(this.#request.headers.host ?? '')
    const { endpoint } = this.#page
    const admitted = await admit({ endpoint, takes: 'key', parts: this.#parts }, this.#request, directory)
    const caller = must(admitted.caller, 'a stranger was admitted')
    requireRight(endpoint, caller, admitted)
    return caller
  }

  readonly send = (text: string): void => this.#socket.send(text)

  readonly ping = (): void => this.#socket.ping()

  readonly end = (code: number, reason: string): void => {
    this.#socket.close(code, reason)
    // A client that does not answer the end is not waited for.
    setTimeout(() => this.#socket.terminate(), 2000).unref()
  }

  sweep(now: number): void {
    if (!this.#hasOpened && now - this.#began > openingPatience)
      this.end(closeCodes.notRecognized, 'Nothing came within 5 seconds.')
    else if (now - (this.waitsSince ?? Infinity) > readerPatience)
      this.end(closeCodes.tooSlow, 'No acknowledgement came for a minute.')
  }

  #take(frame: unknown): void {
    try {
      if (frame === undefined) throw badFrame('Send frames of JSON.')
      const { headers } = this.#request
      const auth = headers.authorization === undefined ? authFrame.safeParse(frame) : undefined
      if (auth?.success) headers.authorization = `Basic ${btoa(auth.data.auth.join(':'))}`
      else if (this.#onFrame) this.#onFrame(frame)
      else if (this.#hasOpened) {
        if (this.#early.push(frame) > mostEarly) throw badFrame('Wait for the first events.')
      } else {
        this.#hasOpened = true
        this.opening = frame
        void this.#serve()
      }
    } catch (error) {
      this.#endBy(error)
    }
  }

  async #serve(): Promise<void> {
    try {
      const caller = await this.caller()
      this.#parts.limiter.count('all', caller.id)
      await this.#page.serve(this)
    } catch (error) {
      this.#endBy(error)
    }
  }

  #endBy(error: unknown): void {
    if (error instanceof Refusal) this.end(codeOf(error), shortened(`${error.code}: ${error.message}`))
    else if (this.#parts.isUnavailable(error)) this.end(closeCodes.tryLater, 'The database is away.')
    else {
      const id = this.#parts.report(error, { method: 'GET', url: this.#page.path })
      this.end(closeCodes.fault, `The server’s log has the details under ${id}.`)
    }
  }
}

export const badFrame = (message: string) => new Refusal('BAD_REQUEST', message)

function codeOf({ code }: Refusal): number {
  if (code === 'BAD_EVENT_QUEUE_ID') return closeCodes.badQueue
  if (code === 'RATE_LIMIT_HIT') return closeCodes.tryLater
  return code === 'BAD_REQUEST' ? closeCodes.badFrame : closeCodes.notRecognized
}

/** A reason has 123 bytes at most. */
const shortened = (text: string) =>
  Buffer.from(text)
    .subarray(0, 120)
    .toString()
    .replace(/\uFFFD$/, '')

function frameOf(data: unknown): unknown {
  try {
    return JSON.parse(String(data)) as unknown
  } catch {
    return undefined
  }
}
