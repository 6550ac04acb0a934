import { idsPerPosition, type QueuedEvent } from './event-queue.ts'

/**
 * What a client gets of something that happened: the texts of its events without their ids (`"type":"message",…}`),
 * mostly one; none where it is not for them.
 */
export class EventTexts {
  static readonly none = new EventTexts([])
  readonly rests: readonly string[]
  #events: readonly QueuedEvent[] | undefined

  constructor(rests: readonly string[]) {
    this.rests = rests
  }

  /**
   * The events as the row of the log at a position makes them, the same for all queues. Only the last of several has the
   * position's own id: who has not got all of them has not got the row.
   */
  ofRow(position: number): readonly QueuedEvent[] {
    const last = position * idsPerPosition
    const { rests } = this
    this.#events ??= rests.map((rest, index) => ({ id: last - (rests.length - 1 - index), rest }))
    return this.#events
  }
}
