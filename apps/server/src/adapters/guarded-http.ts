import { type IncomingHttpHeaders, type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
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

/** Bytes of an answer, and of its headers. */
const mostBytes = 1024 * 1024
const mostHeaderBytes = 16 * 1024
const shortWait = 500
const mostRedirects = 3
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
  return {
    aWhile: () => setTimeout(shortWait),
    async post(call) {
      refuseOwn(call.url)
      const { status, text } = await callGuarded(config, { ...call, method: 'POST' })
      return { status, text }
    },
    async get(call) {
      let { url } = call
      for (let redirects = 0; redirects <= mostRedirects; redirects++) {
        refuseOwn(url)
        const asked = { url, headers: call.headers, method: 'GET', body: undefined }
        const { status, text, headers } = await callGuarded(config, asked)
        const next = URL.parse(headers.location ?? '', url)?.href
        if (!isRedirect.has(status) || next === undefined) return { status, text, headers }
        url = next
      }
      throw new OutgoingFailure('away', 'The address leads to another one too often.')
    },
  }
}

/** A call with any method; a body of undefined sends none. */
export interface GuardedCall extends Omit<OutgoingCall, 'body'> {
  readonly method: string
  readonly body: string | undefined
}

interface GuardedAnswer extends OutgoingAnswer {
  readonly headers: IncomingHttpHeaders
}

/** Makes a call to a public address, or to a place that is allowed. Follows no redirect. Rejects with an OutgoingFailure. */
export async function callGuarded(
  { allows, timeoutSeconds }: OutgoingConfig,
  call: GuardedCall,
): Promise<GuardedAnswer> {
  const url = URL.parse(call.url)
  if (!url || !/^https?:$/.test(url.protocol))
    throw new OutgoingFailure('forbidden', 'The address does not begin with http:// or https://.')
  const hostname = url.hostname.replace(/^\[|\]$/g, '')
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80))
  const isAllowed = (address: string) => isPublicAddress(address) || allows({ hostname, port, address })
  if (isIP(hostname) !== 0 && !isAllowed(hostname)) throw privateAddress()
  return exchange(url, call, { isAllowed, signal: AbortSignal.timeout(timeoutSeconds * 1000) })
}

const privateAddress = () => new OutgoingFailure('forbidden', 'The address is in a private network.')

interface Guard {
  readonly isAllowed: (address: string) => boolean
  readonly signal: AbortSignal
}

function exchange(
  url: URL,
  { method, headers, body }: GuardedCall,
  { isAllowed, signal }: Guard,
): Promise<GuardedAnswer> {
  return new Promise((resolve, reject) => {
    let isPrivate = false
    const fail = (error: unknown) => {
      if (error instanceof OutgoingFailure) reject(error)
      else if (isPrivate) reject(privateAddress())
      else if (signal.aborted) reject(new OutgoingFailure('away', 'The other server did not answer in time.'))
      else
        reject(new OutgoingFailure('away', error instanceof Error ? error.message : 'The connection broke.'))
    }
    const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, {
      method,
      agent: false,
      signal,
      maxHeaderSize: mostHeaderBytes,
      lookup: lookupAmong((address) => {
        const may = isAllowed(address)
        isPrivate ||= !may
        return may
      }),
      headers: {
        ...headers,
        ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
        connection: 'close',
      },
    })
    request.once('response', (response) => {
      readAnswer(response).then(resolve, fail)
    })
    request.on('error', fail)
    request.end(body)
  })
}

async function readAnswer(response: IncomingMessage): Promise<GuardedAnswer> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of response as AsyncIterable<Buffer>) {
    size += part.length
    if (size > mostBytes) {
      response.destroy()
      throw new OutgoingFailure('too large', 'The answer is larger than 1 MiB.')
    }
    parts.push(part)
  }
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    text: Buffer.concat(parts).toString(),
  }
}
