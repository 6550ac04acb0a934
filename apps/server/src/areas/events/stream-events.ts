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

interface Place {
  readonly queueId: string
  /** Newest event that the client has. */
  readonly lastEventId: number
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
export async function streamEvents(
  call: Call,
  from: Place & { readonly beginning: string },
): Promise<AsyncIterable<string>> {
  const reader = new Reader(call, from)
  const first = await reader.read(true)
  return textsOf(reader, from.beginning + first.text)
}

async function* textsOf(reader: Reader, first: string): AsyncGenerator<string> {
  yield `retry: 2000\n\n${first}`
  try {
    for (;;) {
      const { text, lastEventId } = await reader.read(false)
      if (lastEventId === undefined) break
      yield text
    }
    yield ': This stream ends. Open another one.\n\n'
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const { code, message: msg, fields } = error
    yield `event: error\ndata: ${JSON.stringify({ result: 'error', msg, code, ...fields })}\n\n`
  }
}

/** Reads a queue for a stream: again and again, acknowledging later than it takes. */
class Reader {
  readonly #call: Call
  readonly #queueId: string
  #lastEventId: number
  #received: number
  /** Times by `Clock.elapsed` at which events were read, the oldest first. */
  readonly #unsure: { readonly at: number; readonly lastEventId: number }[] = []
  readonly #caller: Waiting
  readonly #began: number

  constructor(call: Call, { queueId, lastEventId }: Place) {
    this.#call = call
    this.#queueId = queueId
    this.#lastEventId = lastEventId
    this.#received = lastEventId
    this.#caller = listeningOnce(call.waiting)
    this.#began = call.services.time.clock.elapsed()
  }

  async read(dontBlock: boolean): Promise<Written> {
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
