import type { MessageRecord, Place, UnreadRecord } from '../record.ts'
import { SentTimes } from '../sent-times.ts'

/** Times of all messages by their places: 16 bytes each. They tell what somebody has not read since they were last there. */
export class UnreadPlaces {
  readonly #places = new Map<string, { place: Place; times: SentTimes }>()
  readonly #topics = new Map<number, Set<string>>()

  /** Takes the next message. */
  take({ place, key }: MessageRecord, sentAt: number): void {
    const id = JSON.stringify(place).toLowerCase()
    let known = this.#places.get(id)
    if (!known) {
      this.#places.set(id, (known = { place, times: new SentTimes() }))
      if ('channel' in place) {
        const channel = Number(place.channel)
        this.#topics.set(channel, (this.#topics.get(channel) ?? new Set()).add(id))
      }
    }
    known.times.add(sentAt, key)
  }

  /** Yields what somebody has not read in a channel. */
  *ofChannel(person: number, channel: number, readThrough: number): Generator<UnreadRecord> {
    for (const id of this.#topics.get(channel) ?? []) yield* this.#of(person, id, readThrough)
  }

  /** Yields what somebody has not read in a direct conversation. */
  *ofPeople(person: number, people: readonly number[], readThrough: number): Generator<UnreadRecord> {
    yield* this.#of(person, JSON.stringify({ people }), readThrough)
  }

  *#of(person: number, id: string, readThrough: number): Generator<UnreadRecord> {
    const known = this.#places.get(id)
    const first = known?.times.after(readThrough)
    if (known && first !== undefined)
      yield { t: 'unread', person, place: known.place, stretches: [[first, known.times.last]] }
  }
}
