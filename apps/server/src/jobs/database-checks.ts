import type { Clock } from '#ports/clock.ts'
import type { Log } from '#ports/log.ts'
import type { DatabaseFile } from '#store/engines/database-file.ts'

/** Milliseconds for which the result of a good check holds. */
const goodFor = 24 * 3600_000
/** Milliseconds until the next attempt after a check that could not run. */
const pause = 3600_000

type CheckedFile = Pick<DatabaseFile, 'damage' | 'checkedAt' | 'check'>

/**
 * Checks whether the embedded database's file is whole: after an unclean stop, and once a day. A file with known damage
 * is checked again after each start, because somebody may have replaced it.
 */
export class DatabaseChecks {
  readonly #file: CheckedFile
  readonly #clock: Clock
  readonly #log: Log
  #running: Promise<void> | undefined
  #triedAt: number | undefined

  constructor(file: CheckedFile, clock: Clock, log: Log) {
    this.#file = file
    this.#clock = clock
    this.#log = log
  }

  /** Begins a check when one is due. Call it every second or so. */
  tick(): void {
    if (this.#running || !this.#isDue()) return
    this.#triedAt = this.#clock.elapsed()
    this.#running = this.#check().finally(() => (this.#running = undefined))
  }

  /** Resolves when no check is running. */
  async settled(): Promise<void> {
    await this.#running
  }

  #isDue(): boolean {
    const { damage, checkedAt } = this.#file
    if (damage !== undefined) return this.#triedAt === undefined
    if (this.#triedAt !== undefined && this.#clock.elapsed() - this.#triedAt < pause) return false
    return checkedAt === undefined || Math.abs(this.#clock.now() - checkedAt) >= goodFor
  }

  async #check(): Promise<void> {
    const before = this.#file.damage
    try {
      const damage = await this.#file.check(before === undefined ? 'quick' : 'full', this.#clock.now())
      if (before !== undefined && damage === undefined)
        this.#log.warn({}, 'The database was damaged and is whole now: changes are accepted again.')
    } catch (err) {
      this.#log.warn(
        { err },
        'The database could not be checked. `tagma doctor` does it while the server is stopped.',
      )
    }
  }
}
