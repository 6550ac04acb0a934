import type { ReceivedRecord } from '../record.ts'

type Span = [after: number, until: number | null]

/** Who was in a channel from which message to which, as far as the export says when people came and went. */
export class Memberships {
  readonly #spans = new Map<string, { person: number; channel: number; spans: Span[] }>()

  /** Somebody came after the message `key`. */
  joined(person: number, channel: number, key: number): void {
    const { spans } = this.#of(person, channel)
    const last = spans.at(-1)
    if (last?.[1] !== null || !last) spans.push([key, null])
  }

  /** Somebody left after the message `key`. */
  left(person: number, channel: number, key: number): void {
    const { spans } = this.#of(person, channel)
    const last = spans.at(-1)
    if (!last) spans.push([0, key])
    else if (last[1] === null) last[1] = key
  }

  /** Yields what people received, when all messages are read. Members without a word of when they came had all. */
  *records(members: Iterable<readonly [channel: number, person: number]>): Generator<ReceivedRecord> {
    const now = new Set<string>()
    for (const [channel, person] of members) {
      now.add(`${channel} ${person}`)
      const { spans } = this.#of(person, channel)
      const last = spans.at(-1)
      if (!last) spans.push([0, null])
      else if (last[1] !== null) spans.push([last[1], null])
    }
    for (const [id, { person, channel, spans }] of this.#spans) {
      // Some who left were removed without a word.
      const closed = now.has(id) ? spans : spans.filter(([, until]) => until !== null)
      const kept = closed.filter(([after, until]) => until === null || until > after)
      if (kept.length > 0) yield { t: 'received', person, channel, spans: kept }
    }
  }

  #of(person: number, channel: number) {
    const id = `${channel} ${person}`
    let known = this.#spans.get(id)
    if (!known) this.#spans.set(id, (known = { person, channel, spans: [] }))
    return known
  }
}
