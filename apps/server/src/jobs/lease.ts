import type { Services } from '#call/services.ts'
import { findLease, isAnothers, releaseLease, takeLease } from '#store/log/leases.ts'
import { installation } from '#store/log/transactions.ts'

/** How long a process that died may still count as the holder, in milliseconds. */
const lifetime = 10_000
/** How long before its end a lease is made longer, so that one write that fails does not lose it. */
const reserve = 7000

/**
 * What one process of an installation has at a time. The clocks of the machines decide when it ends: where they differ
 * by seconds, two processes can have it for that long, so what is done under it must bear that.
 */
export class Lease {
  readonly #services: Services
  readonly #name: string
  readonly #holder: string
  /** Until when this process has it, in milliseconds that pass (`Clock.elapsed`). */
  #until = 0
  #asking: Promise<boolean> | undefined

  constructor(services: Services, name: string) {
    this.#services = services
    this.#name = name
    this.#holder = services.time.random.uuid()
  }

  /** Whether this process has it now; takes it where nobody does. */
  async isHeld(): Promise<boolean> {
    if (this.#until - this.#services.time.clock.elapsed() > reserve) return true
    this.#asking ??= this.#ask().finally(() => (this.#asking = undefined))
    return this.#asking
  }

  /** Whether no other process can have got it meanwhile, as far as the clocks agree. */
  get isCertain(): boolean {
    return this.#until > this.#services.time.clock.elapsed()
  }

  /** Lets another process have it at once. */
  async release(): Promise<void> {
    if (this.#until === 0) return
    this.#until = 0
    await this.#services.data.transact(installation, (tx) => releaseLease(tx, this.#name, this.#holder))
  }

  async #ask(): Promise<boolean> {
    const {
      time: { clock },
      data: { db, transact },
    } = this.#services
    const current = await findLease(db, this.#name)
    const now = clock.now()
    const until = now + lifetime
    const lease = { name: this.#name, holder: this.#holder, now, until }
    if (current && isAnothers(current, lease)) return false
    const ends = clock.elapsed() + lifetime
    const taken = await transact(installation, (tx) => takeLease(tx, lease))
    this.#until = taken ? ends : 0
    return taken
  }
}
