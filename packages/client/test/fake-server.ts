/**
 * An answer of the fake server: fields of a success, an error with its status, a page of a proxy, no network, or no answer
 * at all, or a stream of texts.
 */
export type Reply =
  | Readonly<Record<string, unknown>>
  | { readonly status: number; readonly code: string; readonly [field: string]: unknown }
  | { readonly status: number; readonly page: string }
  | { readonly stream: readonly string[]; readonly ends?: true }
  | 'no network'
  | 'nothing'

export interface Asked {
  readonly method: string
  /** The whole address. */
  readonly url: string
  readonly headers: Headers
  readonly signal: AbortSignal | undefined
  /** The form of a call that is no GET. */
  readonly form: URLSearchParams | undefined
}

/** Answers each request with the next reply; without one, the request hangs until it is given up. */
export class FakeServer {
  replies: Reply[] = []
  readonly asked: Asked[] = []

  readonly fetch = (async (input: string, init: RequestInit = {}): Promise<Response> => {
    const signal = init.signal ?? undefined
    this.asked.push({
      method: init.method ?? 'GET',
      url: input,
      headers: new Headers(init.headers),
      signal,
      form: init.body instanceof URLSearchParams ? init.body : undefined,
    })
    const reply = this.replies.shift() ?? 'nothing'
    if (reply === 'no network') throw new TypeError('fetch failed')
    if (reply === 'nothing')
      return new Promise<Response>((_, reject) => {
        if (signal?.aborted) reject(signal.reason as Error)
        signal?.addEventListener('abort', () => reject(signal.reason as Error))
      })
    const { status = 200, page, stream, ends, ...fields } = reply as Readonly<Record<string, unknown>>
    if (Array.isArray(stream)) return streamOf(stream as string[], ends === true, signal)
    if (typeof page === 'string') return new Response(page, { status: Number(status) })
    const result = status === 200 ? 'success' : 'error'
    return Response.json({ result, msg: '', ...fields }, { status: Number(status) })
  }) as typeof fetch

  /** The requests of an event queue, in short: `register`, `q1 5`, `q1 5 at once`, `delete q1`. */
  get queueCalls(): string[] {
    return this.asked.map(({ method, url, form }) => {
      const { pathname, searchParams } = new URL(url)
      if (pathname.endsWith('/register')) return 'register'
      if (method === 'DELETE') return `delete ${form?.get('queue_id')}`
      const atOnce = searchParams.get('dont_block') === 'true' ? ' at once' : ''
      return `${searchParams.get('queue_id')} ${searchParams.get('last_event_id')}${atOnce}`
    })
  }
}

/** Answer whose texts come one after another. */
function streamOf(texts: readonly string[], ends: boolean, signal: AbortSignal | undefined): Response {
  const left = [...texts]
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      signal?.addEventListener('abort', () => controller.error(signal.reason))
    },
    async pull(controller) {
      const text = left.shift()
      if (text !== undefined) controller.enqueue(new TextEncoder().encode(text))
      else if (ends) controller.close()
    },
  })
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
}

export const registration = { queue_id: 'q1', last_event_id: -1, event_queue_longpoll_timeout_seconds: 90 }
export const events = (...ids: number[]): Reply => ({ events: ids.map((id) => ({ id, type: 'message' })) })
export const lost = { status: 400, code: 'BAD_EVENT_QUEUE_ID', queue_id: 'q1' }
