import {
  Agent as HttpAgent,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request as requestHttp,
} from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'
import { isIP } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import type { OutgoingConfig } from '#config/outgoing.ts'
import {
  type OutgoingAnswer,
  type OutgoingCall,
  OutgoingFailure,
  type OutgoingHttp,
} from '#ports/outgoing-http.ts'
import { isPublicAddress, lookupAmong } from './public-addresses.ts'

/** Bytes of an answer, of the beginning of a page, of a document, and of headers. */
const mostBytes = 1024 * 1024
const mostPageBytes = 512 * 1024
const mostDocumentBytes = 64 * 1024
const mostHeaderBytes = 16 * 1024
const shortWait = 500
/** Seconds that a page may take. */
const pageSeconds = 5
const mostRedirects = 3
/** Connections that wait for the next call: as many for a server, for so many milliseconds. */
const keptLines = { keepAlive: true, maxFreeSockets: 64, timeout: 10_000 } as const
const isRedirect: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

/**
 * Calls other servers. Each connection goes to an address that was looked at, so that a name that changes its mind, or
 * has an inner address among outer ones, leads nowhere. `ownHost` is this server's: its address is always refused.
 */
export function guardedHttp(config: OutgoingConfig, ownHost: string): OutgoingHttp {
  const refuseOwn = (url: string) => {
    const host = URL.parse(url)?.host ?? ''
    if (host === ownHost || host.endsWith(`.${ownHost}`))
      throw new OutgoingFailure('forbidden', 'The address is of this server itself.')
  }
  // A line was looked at when it was opened, and leads to the same address for as long as it lasts.
  const lines: Lines = { http: new HttpAgent(keptLines), https: new HttpsAgent(keptLines) }
  /** Makes a call, and the calls that its redirects lead to. */
  const follow = async <A extends { readonly status: number; readonly headers: IncomingHttpHeaders }>(
    first: string,
    ask: (url: string) => Promise<A>,
  ): Promise<A & { readonly url: string }> => {
    let url = first
    for (let redirects = 0; redirects <= mostRedirects; redirects++) {
      refuseOwn(url)
      const answer = await ask(url)
      const next = URL.parse(answer.headers.location ?? '', url)?.href
      if (!isRedirect.has(answer.status) || next === undefined) return { ...answer, url }
      url = next
    }
    throw new OutgoingFailure('away', 'The address leads to another one too often.')
  }
  return {
    aWhile: () => setTimeout(shortWait),
    async post(call) {
      refuseOwn(call.url)
      const { status, text } = await callGuarded(config, { ...call, method: 'POST' }, lines)
      return { status, text }
    },
    async get({ url: first, headers: sent }) {
      const { status, text, headers } = await follow(first, (url) =>
        callGuarded(config, { url, headers: sent, method: 'GET', body: undefined }),
      )
      return { status, text, headers }
    },
    async page({ url: first, headers: sent, isEnough = () => false }) {
      const signal = AbortSignal.timeout(pageSeconds * 1000)
      const ask = (asked: string) =>
        exchange({ url: asked, headers: sent, method: 'GET', body: undefined }, config, signal, (response) =>
          readBeginning(response, isEnough),
        )
      const { status, headers, url, bytes } = await follow(first, ask)
      return { status, url, bytes, contentType: headers['content-type'] ?? '' }
    },
    async document(url) {
      refuseOwn(url)
      const headers = { accept: 'application/json' }
      const signal = AbortSignal.timeout(pageSeconds * 1000)
      const asked = { url, headers, method: 'GET', body: undefined }
      const answer = await exchange(asked, config, signal, (response) =>
        readAnswer(response, mostDocumentBytes),
      )
      const maxAge = /(?:^|[\s,])max-age=(\d{1,9})/.exec(answer.headers['cache-control'] ?? '')?.[1]
      return {
        status: answer.status,
        text: answer.text,
        contentType: answer.headers['content-type'] ?? '',
        maxAge: maxAge === undefined ? undefined : Number(maxAge),
      }
    },
  }
}

/** A call with any method; a body of undefined sends none. */
export interface GuardedCall extends Omit<OutgoingCall, 'body'> {
  readonly method: string
  readonly body: string | Uint8Array | undefined
}

interface GuardedAnswer extends OutgoingAnswer {
  readonly headers: IncomingHttpHeaders
}

/** Connections that stay open between calls. */
interface Lines {
  readonly http: HttpAgent
  readonly https: HttpsAgent
}

/**
 * Makes a call to a public address, or to a place that is allowed. Follows no redirect. Without `lines`, it has a
 * connection of its own. Rejects with an OutgoingFailure.
 */
export function callGuarded(
  config: OutgoingConfig,
  call: GuardedCall,
  lines?: Lines,
): Promise<GuardedAnswer> {
  const signal = AbortSignal.timeout(config.timeoutSeconds * 1000)
  return exchange(call, config, signal, (response) => readAnswer(response, mostBytes), lines)
}

const privateAddress = () => new OutgoingFailure('forbidden', 'The address is in a private network.')

/** The other server ended a waiting line just when it was used again. */
class LineEnded extends Error {}

/** Makes one exchange with another server, by a new line if a waiting one has ended; `read` takes its answer. */
async function exchange<A>(
  call: GuardedCall,
  config: OutgoingConfig,
  signal: AbortSignal,
  read: (response: IncomingMessage) => Promise<A>,
  lines?: Lines,
): Promise<A> {
  try {
    return await exchangeOnce(call, config, signal, read, lines)
  } catch (error) {
    if (!(error instanceof LineEnded)) throw error
    return exchangeOnce(call, config, signal, read)
  }
}

async function exchangeOnce<A>(
  { url: address, method, headers, body }: GuardedCall,
  { allows }: OutgoingConfig,
  signal: AbortSignal,
  read: (response: IncomingMessage) => Promise<A>,
  lines?: Lines,
): Promise<A> {
  const url = URL.parse(address)
  if (!url || !/^https?:$/.test(url.protocol))
    throw new OutgoingFailure('forbidden', 'The address does not begin with http:// or https://.')
  const hostname = url.hostname.replace(/^\[|\]$/g, '')
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80))
  const isAllowed = (to: string) => isPublicAddress(to) || allows({ hostname, port, address: to })
  if (isIP(hostname) !== 0 && !isAllowed(hostname)) throw privateAddress()
  return new Promise((resolve, reject) => {
    let isPrivate = false
    const fail = (error: unknown) => {
      if (error instanceof OutgoingFailure) reject(error)
      else if (isPrivate) reject(privateAddress())
      else if (signal.aborted) reject(new OutgoingFailure('away', 'The other server did not answer in time.'))
      else
        reject(new OutgoingFailure('away', error instanceof Error ? error.message : 'The connection broke.'))
    }
    const isSecure = url.protocol === 'https:'
    const request = (isSecure ? requestHttps : requestHttp)(url, {
      method,
      agent: lines ? lines[isSecure ? 'https' : 'http'] : false,
      signal,
      maxHeaderSize: mostHeaderBytes,
      lookup: lookupAmong((found) => {
        const may = isAllowed(found)
        isPrivate ||= !may
        return may
      }),
      headers: {
        ...headers,
        ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
        ...(lines ? {} : { connection: 'close' }),
      },
    })
    let isAnswered = false
    request.once('response', (response) => {
      isAnswered = true
      read(response).then(resolve, fail)
    })
    request.on('error', (error) => {
      if (request.reusedSocket && !isAnswered && !signal.aborted) reject(new LineEnded())
      else fail(error)
    })
    request.end(body)
  })
}

async function readAnswer(response: IncomingMessage, most: number): Promise<GuardedAnswer> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of response as AsyncIterable<Buffer>) {
    size += part.length
    if (size > most) {
      response.destroy()
      throw new OutgoingFailure(
        'too large',
        `The answer is larger than ${most < mostBytes ? '64 KiB' : '1 MiB'}.`,
      )
    }
    parts.push(part)
  }
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    text: Buffer.concat(parts).toString(),
  }
}

/** Reads until there is enough, and leaves the rest. */
async function readBeginning(response: IncomingMessage, isEnough: (bytes: Uint8Array) => boolean) {
  let bytes: Buffer = Buffer.alloc(0)
  for await (const part of response as AsyncIterable<Buffer>) {
    bytes = Buffer.concat([bytes, part]).subarray(0, mostPageBytes)
    if (bytes.length === mostPageBytes || isEnough(bytes)) break
  }
  return { status: response.statusCode ?? 0, headers: response.headers, bytes }
}
