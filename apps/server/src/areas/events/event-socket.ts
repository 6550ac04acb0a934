import { getEvents } from '@tagma/contract/endpoints/events/get-events.ts'
import * as z from 'zod'
import { asList, type QueuedEvent } from '#events/event-queue.ts'
import { badFrame, closeCodes, type EventSocket, type SocketPage } from '#http/event-sockets.ts'

/** Seconds without an event after which a ping shows proxies that the connection lives. */
const pingSeconds = 25
/** Events, and letters of them, that a client may have unacknowledged before the server waits. */
const mostEvents = 1000
const mostLetters = 1024 * 1024

/**
 * The events of a queue over a WebSocket: `{"events": […]}` by the server, `{"ack": id}` by the client. The queue is the
 * one that polls and streams of server-sent events read; the newest reader has it.
 */
export const eventSocketPage: SocketPage = {
  path: '/api/v1/events/socket',
  protocol: 'tagma.events.v1',
  endpoint: getEvents,
  async serve(socket) {
    const place = z.object({ queue_id: z.string(), last_event_id: z.int() }).safeParse(socket.opening)
    if (!place.success) throw badFrame('Begin with {"queue_id": …, "last_event_id": …}.')
    await new SocketReader(socket, place.data.queue_id, place.data.last_event_id).run()
  },
}

/** Something sent that the client has not acknowledged. */
interface Unsure {
  readonly lastEventId: number
  readonly events: number
  readonly letters: number
}

class SocketReader {
  readonly #socket: EventSocket
  readonly #queueId: string
  #lastEventId: number
  #received: number
  readonly #unsure: Unsure[] = []
  #acknowledged: (() => void) | undefined

  constructor(socket: EventSocket, queueId: string, lastEventId: number) {
    this.#socket = socket
    this.#queueId = queueId
    this.#lastEventId = lastEventId
    this.#received = lastEventId
    socket.onFrame = (frame) => this.#take(frame)
    socket.waiting.whenGone(() => this.#acknowledged?.())
  }

  /** Sends events until the socket ends, or another reader takes the queue. */
  async run(): Promise<void> {
    const { services, waiting } = this.#socket
    const { live, data } = services
    let user = await this.#socket.caller()
    let newest: (() => void) | undefined
    waiting.whenGone(() => newest?.())
    while (!waiting.hasGone) {
      const written = await live.events.poll({
        queueId: this.#queueId,
        user,
        lastEventId: this.#lastEventId,
        received: this.#received,
        dontBlock: false,
        // One listener for many polls: only the newest has to learn that the client has gone.
        caller: {
          get hasGone() {
            return waiting.hasGone
          },
          whenGone: (callback) => void (newest = callback),
        },
        heartbeatSeconds: pingSeconds,
        write: framed,
      })
      if (waiting.hasGone) return
      const directory = await data.directories.get(user.organizationId)
      // A token may have ended meanwhile, by its time too.
      if (written.isQuiet || directory.users.get(user.id) !== user) user = await this.#socket.caller()
      if (written.lastEventId === undefined) {
        const isStopping = live.events.isDraining
        this.#socket.end(
          isStopping ? closeCodes.stopping : closeCodes.anotherReader,
          isStopping ? 'The server stops.' : 'Another reader has the queue.',
        )
        return
      }
      this.#lastEventId = written.lastEventId
      if (written.isQuiet) this.#socket.ping()
      else await this.#send(written.text, { ...written, lastEventId: written.lastEventId })
    }
  }

  /** Sends a frame, and waits while the client has too much unacknowledged. */
  async #send(text: string, { lastEventId, events }: { lastEventId: number; events: number }): Promise<void> {
    const { clock } = this.#socket.services.time
    this.#socket.send(text)
    this.#unsure.push({ lastEventId, events, letters: text.length })
    while (this.#isFull() && !this.#socket.waiting.hasGone) {
      this.#socket.waitsSince ??= clock.elapsed()
      await new Promise<void>((resolve) => (this.#acknowledged = resolve))
    }
    this.#socket.waitsSince = undefined
  }

  #isFull(): boolean {
    let [events, letters] = [0, 0]
    for (const sent of this.#unsure) {
      events += sent.events
      letters += sent.letters
    }
    return events >= mostEvents || letters >= mostLetters
  }

  #take(frame: unknown): void {
    const read = z.object({ ack: z.int() }).safeParse(frame)
    if (!read.success) throw badFrame('Send nothing but {"ack": id}.')
    const { ack } = read.data
    if (ack > this.#lastEventId) throw badFrame(`Event ${ack} was not sent.`)
    while ((this.#unsure[0]?.lastEventId ?? Infinity) <= ack) this.#unsure.shift()
    if (ack > this.#received) this.#received = ack
    if (this.#socket.waitsSince !== undefined)
      this.#socket.waitsSince = this.#socket.services.time.clock.elapsed()
    this.#acknowledged?.()
  }
}

interface Framed {
  readonly text: string
  readonly events: number
  readonly lastEventId: number | undefined
  /** True if there is nothing but a sign of life. */
  readonly isQuiet: boolean
}

function framed(events: readonly QueuedEvent[]): Framed {
  const told = events.filter(({ rest }) => !rest.startsWith('"type":"heartbeat"'))
  return {
    text: `{"events":${asList(told)}}`,
    events: told.length,
    lastEventId: events.at(-1)?.id,
    isQuiet: told.length === 0,
  }
}
