import type { Input } from '@tagma/contract/define.ts'
import type { getEvents } from '@tagma/contract/endpoints/events/get-events.ts'
import * as wire from '@tagma/contract/wire.ts'
import { ApiError } from './api-error.ts'
import type { Client } from './client.ts'
import type { ServerEvent } from './server-event.ts'

/** A way to get the events of a queue, instead of polls. */
export interface Transport {
  /**
   * Resolves with the events after `last_event_id`, or with none when the connection has shown that it lives. Rejects as
   * a call does.
   */
  ask(client: Client, args: Input<typeof getEvents>, signal: AbortSignal): Promise<readonly ServerEvent[]>
  /** Lets go of the connection. */
  close(): void
}

/**
 * Reads events as a stream: one answer stays open and brings each event as it happens. A server without streams answers
 * like a poll. Each follower needs its own.
 */
export function streaming(): Transport {
  let stream: OpenStream | undefined
  const close = () => {
    stream?.close()
    stream = undefined
  }
  return {
    close,
    async ask(client, args, signal) {
      signal.addEventListener('abort', close)
      try {
        signal.throwIfAborted()
        if (stream?.lastEventId !== args.last_event_id) close()
        stream ??= new OpenStream()
        return await stream.next(client, args)
      } catch (error) {
        close()
        throw error
      } finally {
        signal.removeEventListener('abort', close)
      }
    },
  }
}

class OpenStream {
  readonly #end = new AbortController()
  readonly #decoder = new TextDecoder()
  #reader: ReadableStreamDefaultReader<Uint8Array> | undefined
  /** The beginning of an event whose end has yet to come. */
  #rest = ''
  lastEventId: number | undefined

  close(): void {
    this.#end.abort()
  }

  async next(client: Client, args: Input<typeof getEvents>): Promise<readonly ServerEvent[]> {
    this.lastEventId = args.last_event_id
    if (!this.#reader) {
      const accept = 'text/event-stream'
      const answer = await client.open(wire.getEvents, args, { signal: this.#end.signal, accept })
      if (!answer.headers.get('content-type')?.startsWith(accept) || !answer.body) {
        const { events } = (await answer.json()) as { events: readonly ServerEvent[] }
        return this.#took(events)
      }
      this.#reader = answer.body.getReader()
    }
    const { done, value } = await this.#reader.read()
    if (done) throw new Error('The server ended the stream.')
    const blocks = (this.#rest + this.#decoder.decode(value, { stream: true })).split('\n\n')
    this.#rest = blocks.pop() ?? ''
    return this.#took(blocks.flatMap(eventIn))
  }

  #took(events: readonly ServerEvent[]): readonly ServerEvent[] {
    this.lastEventId = events.at(-1)?.id ?? this.lastEventId
    return events
  }
}

/** Returns the event of a block, if it has one. Throws the error that a block tells of. */
function eventIn(block: string): ServerEvent[] {
  const data = /^data: (.*)$/m.exec(block)?.[1]
  if (data === undefined) return []
  const body = JSON.parse(data) as ServerEvent & Record<string, unknown>
  if (!/^event: error$/m.test(block)) return [body]
  // The status comes with the next attempt; a queue that is gone needs none.
  throw body.code === 'BAD_EVENT_QUEUE_ID'
    ? new ApiError(400, body, new Headers())
    : new Error(`The server ended the stream: ${String(body.msg)}`)
}
