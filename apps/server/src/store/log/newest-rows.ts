import { setImmediate } from 'node:timers/promises'

/**
 * Reads the newest position of a log. A reading begins after the question, so it misses no earlier commit. All who ask in
 * one turn of the event loop share a reading: on PostgreSQL, a round trip costs more than most answers.
 */
export class NewestRows {
  readonly #read: (organizationId: number) => Promise<number>
  /** Readings that have not begun. */
  readonly #planned = new Map<number, Promise<number>>()

  constructor(read: (organizationId: number) => Promise<number>) {
    this.#read = read
  }

  /** The newest position of an organization's log, by a reading that begins after this call. */
  of(organizationId: number): Promise<number> {
    const planned = this.#planned.get(organizationId) ?? this.#readSoon(organizationId)
    this.#planned.set(organizationId, planned)
    return planned
  }

  async #readSoon(organizationId: number): Promise<number> {
    await setImmediate()
    this.#planned.delete(organizationId)
    return this.#read(organizationId)
  }
}
