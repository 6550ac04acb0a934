import type { Services } from '#call/services.ts'
import { findLease, isAnothers, releaseLease, takeLease } from '#store/log/leases.ts'
import { installation } from '#store/log/transactions.ts'

/** Milliseconds for which a dead process may still count as the holder. */
const lifetime = 10_000
/** Milliseconds before the end at which a lease is renewed, so that one failed write does not lose it. */
const reserve = 5000

/**
 * A right that one process of an installation has at a time. The clocks of the machines decide when it ends: if they
 * differ by seconds, two processes can hold it for that long. Work under a lease must tolerate this.
 */
export class Lease {
  readonly #services: Services
  readonly #name: string
  readonly #holder: string
  /** End of this process's lease, by `Clock.elapsed`. */
  #until = 0
  #asking: Promise<boolean> | undefined

  constructor(services: Services, name: string) {
    this.#services = services
    this.#name = name
    this.#holder = services.time.random.uuid()
  }

  /** Tells whether this process holds the lease now; takes it if it is free. */
  async isHeld(): Promise<boolean> {
    if (this.#until - this.#services.time.clock.elapsed() > reserve) return true
    this.#asking ??= this.#ask().finally(() => (this.#asking = undefined))
    return this.#asking
  }

  /** True if no other process can hold the lease, as far as the clocks agree. */
  get isCertain(): boolean {
    return this.#until > this.#services.time.clock.elapsed()
  }

  /** Gives the lease up, so that another process can take it at once. */
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
    const now = clock.now()
    const until = now + lifetime
    const lease = { name: this.#name, holder: this.#holder, now, until }
    const current = this.isCertain ? undefined : await findLease(db, this.#name)
    if (current && isAnothers(current, lease)) return false
    const ends = clock.elapsed() + lifetime
    const taken = await transact(installation, (tx) => takeLease(tx, lease))
    this.#until = taken ? ends : 0
    return taken
  }
}
