import type { Answer, Endpoint, Input } from '@tagma/contract/define.ts'
import type { WireEntry } from '@tagma/contract/wire-entry.ts'
import { ApiError } from './api-error.ts'
import { type Clock, pause, platformClock } from './clock.ts'
import { encodeRequest } from './encode-request.ts'
import { type EventStream, type EventStreamOptions, streamEvents } from './event-stream.ts'
import type { EventType } from './server-event.ts'

export interface ClientOptions {
  /** The server's address, such as `https://chat.example.com`. Empty: the address of the page. */
  readonly url: string
  /** The root of the API. Pages of the server itself use `/json`, where the session's cookie signs in. */
  readonly root?: '/api/v1' | '/json'
  /** Omitted for calls that need no account, and where a cookie signs in. */
  readonly credentials?: { readonly email: string; readonly apiKey: string }
  /** The program's name and version, such as `weather-bot/1.2`. Browsers send their own. */
  readonly userAgent?: string
  /** Seconds that a call waits altogether when there were too many (RATE_LIMIT_HIT). 60 if omitted; 0 never waits. */
  readonly patienceSeconds?: number
  readonly fetch?: typeof fetch
  readonly clock?: Clock
}

export interface CallOptions {
  readonly signal?: AbortSignal
  /** As for the client, for this call. */
  readonly patienceSeconds?: number
  /**
   * The client's own name for the call, of 1 to 255 characters: sent again under it, the call is carried out once and
   * answered alike. For calls that change something.
   */
  readonly idempotencyKey?: string
  /** Lets the call outlive the page. */
  readonly keepalive?: boolean
}

/** Calls endpoints of the contract, with its types. */
export interface Client {
  /**
   * Calls an endpoint, given by its entry of `wire` or by its declaration. Resolves with the fields of a success.
   * Rejects with an ApiError, or with the error of the network.
   */
  call<E extends Endpoint>(
    endpoint: E | WireEntry<E>,
    args: Input<E>,
    options?: CallOptions,
  ): Promise<Answer<E> & CommonFields>
  /**
   * Calls an endpoint whose answer is read piece by piece, in the form that `accept` names. Rejects as a call does, and
   * does not wait for rate limits.
   */
  open<E extends Endpoint>(
    endpoint: E | WireEntry<E>,
    args: Input<E>,
    options: { readonly accept: string; readonly signal: AbortSignal },
  ): Promise<Response>
  /** Follows the account's events. Survives lost connections and expired queues. */
  events<T extends EventType = EventType>(options?: EventStreamOptions<T>): EventStream<T>
}

export interface CommonFields {
  readonly ignored_parameters_unsupported?: readonly string[]
}

export function createClient(options: ClientOptions): Client {
  const { url, root = '/api/v1', credentials, userAgent, fetch: send = fetch } = options
  const { clock = platformClock, patienceSeconds: usualPatience = 60 } = options
  const headers: Record<string, string> = {}
  if (credentials) headers.authorization = `Basic ${base64(`${credentials.email}:${credentials.apiKey}`)}`
  if (userAgent !== undefined) headers['user-agent'] = userAgent

  const client: Client = {
    async call(endpoint, args, { signal, keepalive, idempotencyKey, patienceSeconds = usualPatience } = {}) {
      const { method, path, body } = encodeRequest(endpoint, args)
      const request: RequestInit = {
        method,
        headers: idempotencyKey === undefined ? headers : { ...headers, 'idempotency-key': idempotencyKey },
        ...(body ? { body } : {}),
        ...(signal ? { signal } : {}),
        ...(keepalive ? { keepalive } : {}),
      }
      let patience = patienceSeconds
      for (;;) {
        const response = await send(`${url}${root}${path}`, request)
        const answer = await bodyOf(response)
        if (answer.result === 'success') {
          const { result: _result, msg: _msg, ...fields } = answer
          return fields as never
        }
        const error = new ApiError(response.status, answer, response.headers)
        const { retryAfter = Infinity } = error
        if (error.status !== 429 || retryAfter > patience) throw error
        // A server that says 0 is not asked without a pause.
        const seconds = Math.max(retryAfter, 1)
        patience -= seconds
        await pause(clock, seconds * 1000, signal)
        signal?.throwIfAborted()
      }
    },
    async open(endpoint, args, { accept, signal }) {
      const { method, path, body } = encodeRequest(endpoint, args)
      const request = { method, headers: { ...headers, accept }, signal, ...(body ? { body } : {}) }
      const response = await send(`${url}${root}${path}`, request)
      if (response.ok) return response
      throw new ApiError(response.status, await bodyOf(response), response.headers)
    },
    events: (eventOptions) => streamEvents(client, { clock, ...eventOptions }),
  }
  return client
}

/** Reads an answer. A proxy's page is no object of JSON: it counts as an error without fields. */
async function bodyOf(response: Response): Promise<Readonly<Record<string, unknown>>> {
  const text = await response.text()
  try {
    const body: unknown = JSON.parse(text)
    if (typeof body === 'object' && body !== null) return body as Record<string, unknown>
  } catch {
    // Not JSON.
  }
  return {}
}

const base64 = (text: string) => btoa(String.fromCodePoint(...new TextEncoder().encode(text)))
