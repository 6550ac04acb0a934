import { idsPerPosition, type QueuedEvent } from './event-queue.ts'

/**
 * The events that a client gets for one happening, as texts without ids (`"type":"message",…}`): mostly one, and no
 * text if it is not for the client.
 */
export class EventTexts {
  static readonly none = new EventTexts([])
  readonly rests: readonly string[]
  #events: readonly QueuedEvent[] | undefined

  constructor(rests: readonly string[]) {
    this.rests = rests
  }

  /**
   * The events for a log row, the same for all queues. Only the last one has the row's own id: a client without all of
   * them does not have the row.
   */
  ofRow(position: number): readonly QueuedEvent[] {
    const last = position * idsPerPosition
    const { rests } = this
    this.#events ??= rests.map((rest, index) => ({ id: last - (rests.length - 1 - index), rest }))
    return this.#events
  }
}
