import type { Clock } from '@tagma/client/clock.ts'
import { type Deed, nextDeeds, withDeeds, withoutDeeds } from './deeds.ts'
import { outcomeOf } from './outcome.ts'

export interface DeedPorts {
  /** Keeps deeds over reloads, for all tabs of the browser: what one takes back, no other may tell. */
  readonly kept: { load(): readonly Deed[]; save(deeds: readonly Deed[]): void }
  /** Does a work while no other tab does. */
  readonly alone: (work: () => Promise<void>) => Promise<void>
  readonly clock: Pick<Clock, 'after'>
  /** Tells the server of deeds that belong in one call. */
  readonly call: (deeds: readonly Deed[]) => Promise<void>
  /** Shows a deed as done. */
  readonly show: (deed: Deed) => void
  /** Takes back what the server refused, and says so. */
  readonly refuse: (deeds: readonly Deed[], error: unknown) => void
}

const firstPause = 1000
const longestPause = 60_000

/** Tells the server of what was done without a network, as soon as it can be reached. */
export class DeedRunner {
  readonly #ports: DeedPorts
  #isTelling = false
  #pause = firstPause
  #endTimer: (() => void) | undefined

  constructor(ports: DeedPorts) {
    this.#ports = ports
  }

  /** Takes up what an earlier page left. */
  start(): void {
    for (const deed of this.#waiting) this.#ports.show(deed)
    void this.#tell()
  }

  /** Takes deeds that the server could not be told of. */
  add(deeds: readonly Deed[]): void {
    this.#set(withDeeds(this.#waiting, deeds))
    this.#tryLater()
  }

  /** Leaves out what waits about the same things: the server is told of them now. */
  forget(deeds: readonly Deed[]): void {
    this.#set(withoutDeeds(this.#waiting, deeds))
  }

  /** Tries at once: the network is back. */
  hurry(): void {
    this.#pause = firstPause
    void this.#tell()
  }

  async #tell(): Promise<void> {
    if (this.#isTelling) return
    this.#isTelling = true
    this.#endTimer?.()
    try {
      await this.#ports.alone(async () => {
        for (let next = nextDeeds(this.#waiting); next.length > 0; next = nextDeeds(this.#waiting)) {
          if (!(await this.#tellOf(next))) return this.#tryLater()
          this.#pause = firstPause
        }
      })
    } finally {
      this.#isTelling = false
    }
  }

  /** Resolves with whether the server has answered. */
  async #tellOf(deeds: readonly Deed[]): Promise<boolean> {
    try {
      await this.#ports.call(deeds)
    } catch (error) {
      if (outcomeOf(error).kind === 'later') return false
      this.#ports.refuse(deeds, error)
    }
    // Those that were replaced meanwhile stay.
    const told = new Set(deeds.map((deed) => JSON.stringify(deed)))
    this.#set(this.#waiting.filter((deed) => !told.has(JSON.stringify(deed))))
    return true
  }

  #tryLater(): void {
    this.#endTimer?.()
    this.#endTimer = this.#ports.clock.after(this.#pause, () => void this.#tell())
    this.#pause = Math.min(this.#pause * 2, longestPause)
  }

  get #waiting(): readonly Deed[] {
    return this.#ports.kept.load()
  }

  #set(waiting: readonly Deed[]): void {
    if (waiting.length > 0 || this.#waiting.length > 0) this.#ports.kept.save(waiting)
  }
}
