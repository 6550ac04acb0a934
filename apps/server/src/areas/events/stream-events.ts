import type { Call } from '#call/call.ts'
import { asList, type QueuedEvent } from '#events/event-queue.ts'
import type { Waiting } from '#events/waiting.ts'
import { Refusal } from '#model/refusal.ts'

/** Seconds without an event after which a comment shows proxies that the connection lives. */
const commentSeconds = 25
/**
 * Milliseconds after which a client is taken to have what was written to its connection. A client that comes back
 * earlier gets it again.
 */
const receivedAfter = 150_000
/** Milliseconds after which a stream ends and its client opens another one: a token may have expired. */
const longest = 600_000

interface Beginning {
  readonly queueId: string
  /** Newest event that the client has. */
  readonly lastEventId: number
  /** Text of the stream that comes before its events. */
  readonly beginning: string
}

/** Events in the form of a stream, with the id of the newest one. */
interface Written {
  readonly text: string
  readonly lastEventId: number | undefined
}

/**
 * Reads a queue as server-sent events, after a `beginning` in the same form. Rejects with a Refusal for a queue that the
 * caller does not have; afterwards the texts tell of refusals. The stream ends when another reader takes the queue, when
 * the caller's account changes, after ten minutes, and when the server stops.
 */
export async function streamEvents(call: Call, from: Beginning): Promise<AsyncIterable<string>> {
  const texts = new EventTexts(call, from)
  await texts.begin()
  return texts
}

/**
 * The texts of a stream: reads a queue again and again, acknowledging later than it takes. It is no generator, because
 * each of many streams that wait would keep one more frame in memory.
 */
class EventTexts implements AsyncIterableIterator<string> {
  readonly #call: Call
  readonly #queueId: string
  #lastEventId: number
  #received: number
  /** Times by `Clock.elapsed` at which events were read, the oldest first. */
  readonly #unsure: { readonly at: number; readonly lastEventId: number }[] = []
  readonly #caller: Waiting
  readonly #began: number
  /** The text that comes first, until it was given out. */
  #first: string | undefined
  #isOver = false

  constructor(call: Call, { queueId, lastEventId, beginning }: Beginning) {
    this.#call = call
    this.#queueId = queueId
    this.#lastEventId = lastEventId
    this.#received = lastEventId
    this.#caller = listeningOnce(call.waiting)
    this.#began = call.services.time.clock.elapsed()
    this.#first = beginning
  }

  /** Reads what is there already. Rejects with a Refusal for a queue that the caller does not have. */
  async begin(): Promise<void> {
    const { text } = await this.#read(true)
    this.#first = `retry: 2000\n\n${this.#first}${text}`
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  next(): Promise<IteratorResult<string>> {
    const first = this.#first
    this.#first = undefined
    if (first !== undefined) return Promise.resolve({ value: first })
    if (this.#isOver) return Promise.resolve({ done: true, value: undefined })
    return this.#read(false).then(
      ({ text, lastEventId }) =>
        lastEventId === undefined ? this.#end(': This stream ends. Open another one.\n\n') : { value: text },
      (error: unknown) => {
        if (!(error instanceof Refusal)) throw error
        const { code, message: msg, fields } = error
        return this.#end(
          `event: error\ndata: ${JSON.stringify({ result: 'error', msg, code, ...fields })}\n\n`,
        )
      },
    )
  }

  #end(last: string): IteratorResult<string> {
    this.#isOver = true
    return { value: last }
  }

  async #read(dontBlock: boolean): Promise<Written> {
    const { live, data, time } = this.#call.services
    const { caller } = this.#call
    while ((this.#unsure[0]?.at ?? Infinity) <= time.clock.elapsed() - receivedAfter)
      this.#received = this.#unsure.shift()?.lastEventId ?? this.#received
    const written = await live.events.poll({
      queueId: this.#queueId,
      user: caller,
      lastEventId: this.#lastEventId,
      received: this.#received,
      dontBlock,
      caller: this.#caller,
      heartbeatSeconds: commentSeconds,
      write: asServerSentEvents,
    })
    const directory = await data.directories.get(caller.organizationId)
    // The key or the token may not count any more: the next stream shows whether it does.
    if (directory.users.get(caller.id) !== caller || time.clock.elapsed() - this.#began > longest)
      return { text: '', lastEventId: undefined }
    if (written.lastEventId !== undefined) {
      this.#lastEventId = written.lastEventId
      this.#unsure.push({ at: time.clock.elapsed(), lastEventId: written.lastEventId })
    }
    return written
  }
}

function asServerSentEvents(events: readonly QueuedEvent[]): Written {
  let text = ''
  for (const event of events) {
    const type = /^"type":"(\w+)"/.exec(event.rest)?.[1] ?? 'message'
    text +=
      type === 'heartbeat'
        ? ':\n\n'
        : `id: ${event.id}\nevent: ${type}\ndata: ${asList([event]).slice(1, -1)}\n\n`
  }
  return { text, lastEventId: events.at(-1)?.id }
}

/** Listens to a caller once for many polls: only the newest poll has to learn that the caller has gone. */
function listeningOnce(caller: Waiting): Waiting {
  let newest: (() => void) | undefined
  caller.whenGone(() => newest?.())
  return {
    get hasGone() {
      return caller.hasGone
    },
    whenGone(callback) {
      newest = callback
    },
  }
}
