import type { LogRow } from '#model/log-row.ts'
import type { PreparedEvent } from './event-writer.ts'

/** A row of the log with the texts that were made from it. */
export interface GivenOut {
  readonly row: LogRow
  readonly event: PreparedEvent
}

/** Characters to keep: a second or two of a very busy log, all of a quiet day. They take twice the memory. */
const keptCharacters = 2 << 20

/** Memory of a row beside its body and texts, in characters. */
const rowCharacters = 1000

/**
 * The newest rows of an organization's log without gaps, for queues that fell behind: texts for many queues are made
 * once. A queue that is further behind reads the log.
 */
export class KeptRows {
  #rows: (GivenOut & { readonly size: number })[] = []
  #size = 0
  /** Position before the first kept row. */
  #after = Infinity

  get isEmpty(): boolean {
    return this.#rows.length === 0
  }

  /** Adds the next rows, each with its event; drops the oldest when there are too many. */
  add(rows: readonly LogRow[], events: readonly PreparedEvent[]): void {
    if (this.isEmpty) this.#after = (rows[0]?.id ?? Infinity) - 1
    for (const [index, row] of rows.entries()) {
      const event = events[index]
      if (!event) continue
      const size = sizeOf(row, event)
      this.#rows.push({ row, event, size })
      this.#size += size
    }
    // Waits until there is a quarter too much: shrinking moves all rows.
    if (this.#size > keptCharacters * 1.25) this.#shrink()
  }

  /** Returns the rows after a position, at most `limit`; undefined if they are not kept any more. */
  after(position: number, limit: number): readonly GivenOut[] | undefined {
    if (position < this.#after) return undefined
    const first = this.#rows.findIndex(({ row }) => row.id > position)
    return first < 0 ? undefined : this.#rows.slice(first, first + limit)
  }

  forget(): void {
    this.#rows = []
    this.#size = 0
    this.#after = Infinity
  }

  #shrink(): void {
    let count = 0
    while (this.#size > keptCharacters) this.#size -= this.#rows[count++]?.size ?? this.#size
    this.#after = this.#rows.splice(0, count).at(-1)?.row.id ?? this.#after
  }
}

function sizeOf({ body }: LogRow, { texts }: PreparedEvent): number {
  let size = rowCharacters + JSON.stringify(body).length
  for (const { rests } of texts.values()) for (const rest of rests) size += rest.length
  return size
}
