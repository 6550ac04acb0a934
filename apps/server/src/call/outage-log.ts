import type { Clock } from '#ports/clock.ts'
import type { Log } from '#ports/log.ts'

/** A thing that the server needs and that can fail for a while: the database, the disk. */
export interface Support {
  /** Tells an outage from an error about one request. */
  isAway(error: unknown): boolean
  /** Log line for the begin of an outage: its meaning, and where to look. */
  readonly lost: string
  readonly back: string
  /** Uses the thing a little; throws while the outage lasts. */
  attempt(): Promise<void>
}

interface Outage {
  readonly began: number
  latest: number
  refused: number
  isTrying: boolean
}

/** Milliseconds without a failure after which an outage may be over: on a full disk some writes still succeed. */
const quiet = 5000

/**
 * A log that writes two lines about an outage: one at its begin, and one at its end with the number of failures. The
 * errors that it causes, of calls and of jobs, are written in full at the level `debug` only.
 */
export class OutageLog implements Log {
  readonly #log: Log
  readonly #clock: Clock
  readonly #supports: readonly Support[]
  readonly #outages = new Map<Support, Outage>()

  constructor(log: Log, clock: Clock, supports: readonly Support[]) {
    this.#log = log
    this.#clock = clock
    this.#supports = supports
  }

  error(facts: Readonly<Record<string, unknown>>, message: string): void {
    const support = this.#supports.find(({ isAway }) => isAway(facts.err))
    if (!support) {
      this.#log.error(facts, message)
      return
    }
    const now = this.#clock.elapsed()
    const outage = this.#outages.get(support)
    if (outage) {
      outage.refused++
      outage.latest = now
    } else {
      this.#outages.set(support, { began: now, latest: now, refused: 1, isTrying: false })
      this.#log.error({ reason: reasonOf(facts.err) }, support.lost)
    }
    this.#log.debug(facts, message)
  }

  warn(facts: Readonly<Record<string, unknown>>, message: string): void {
    this.#log.warn(facts, message)
  }

  info(facts: Readonly<Record<string, unknown>>, message: string): void {
    this.#log.info(facts, message)
  }

  debug(facts: Readonly<Record<string, unknown>>, message: string): void {
    this.#log.debug(facts, message)
  }

  isAway(support: Support): boolean {
    return this.#outages.has(support)
  }

  /** Finds out which outages are over. Call it every second or so. */
  async tick(): Promise<void> {
    await Promise.all([...this.#outages].map(async ([support, outage]) => this.#try(support, outage)))
  }

  async #try(support: Support, outage: Outage): Promise<void> {
    if (outage.isTrying || this.#clock.elapsed() - outage.latest < quiet) return
    outage.isTrying = true
    try {
      await support.attempt()
    } catch (error) {
      if (!support.isAway(error)) throw error
      return
    } finally {
      outage.isTrying = false
    }
    this.#outages.delete(support)
    const seconds = Math.round((this.#clock.elapsed() - outage.began) / 1000)
    this.#log.warn({ refused: outage.refused, seconds }, support.back)
  }
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
