import { limits } from '@tagma/contract/limits.ts'
import type { PresenceRow } from '#model/presence-row.ts'
import type { Bus } from '#ports/bus.ts'
import type { Clock } from '#ports/clock.ts'
import { clockDifference, loadPresence } from '#store/people/presence.ts'
import type { Db } from '#store/sql/db.ts'

type Status = PresenceRow['status']

/**
 * Seconds of presence to read from the database. Processes write their presence every minute; this leaves room for a
 * late one.
 */
const recentSeconds = 180

/** Update ids that a process may have given out since it last wrote. */
const idsPerRun = 100_000

/**
 * Several processes give out ids, and a client may come from one that knew less. It gets the entries with the last few
 * ids before its own once more, so that it misses none that was under way.
 */
const overlap = 64

/** Presence of an organization's users. */
export class OrganizationPresence {
  /** In the order of the last updates, the newest last. */
  readonly entries = new Map<number, PresenceRow>()
  readonly #unsaved = new Set<number>()
  readonly #isShared: boolean
  #lastUpdateId: number

  constructor(rows: readonly PresenceRow[], isShared = false) {
    this.#isShared = isShared
    for (const row of rows) this.entries.set(row.userId, row)
    const last = rows.at(-1)
    // Clients may hold ids that the process gave out after its last write.
    this.#lastUpdateId = last ? last.updateId + idsPerRun : 0
  }

  /**
   * Takes in a client's report; `at` is UNIX seconds. Returns the entry, whether it changed, and whether others have to
   * hear of it at once.
   */
  report(
    userId: number,
    status: Status,
    at: number,
  ): { entry: PresenceRow; isNew: boolean; cameOnline: boolean } {
    const old = this.entries.get(userId)
    const isActive = status === 'active'
    const entry: PresenceRow = {
      userId,
      status,
      activeAt: isActive ? at : (old?.activeAt ?? 0),
      seenAt: at,
      updateId: ++this.#lastUpdateId,
    }
    this.#put(entry)
    this.#unsaved.add(userId)
    const before = old ? (isActive ? old.activeAt : old.seenAt) : 0
    // Also after the clock was set back.
    return {
      entry,
      isNew: old?.seenAt !== at || old.status !== status,
      cameOnline: Math.abs(at - before) > limits.presenceOfflineThresholdSeconds,
    }
  }

  /**
   * Makes a user look away at once: as if last seen just before the threshold. `at` is UNIX seconds. Returns the entry, or
   * undefined for somebody who was never seen.
   */
  withdraw(userId: number, at: number): PresenceRow | undefined {
    if (!this.entries.has(userId)) return undefined
    return this.report(userId, 'active', at - limits.presenceOfflineThresholdSeconds - 1).entry
  }

  /** Entries that are news for a client with the update id `after`, from here or from another process; oldest first. */
  *updatedSince(after: number): Iterable<PresenceRow> {
    const from = this.#isShared && after > 0 && this.#lastUpdateId > after ? after - overlap : after
    for (const entry of this.entries.values()) if (entry.updateId > from) yield entry
  }

  /**
   * Takes in a report to another process, unless a newer one is known or the report lies in the future; `now` is UNIX
   * seconds. A report that was withdrawn counts although it is older.
   */
  adopt(entry: PresenceRow, now: number, isWithdrawn = false): void {
    if (entry.seenAt > now + clockDifference) return
    const old = this.entries.get(entry.userId)
    // An entry in the future is from before the clock was set back: it is not newer.
    if (!isWithdrawn && old && old.seenAt > entry.seenAt && old.seenAt <= now) return
    if (old && old.seenAt === entry.seenAt && old.status === entry.status) return
    this.#lastUpdateId = Math.max(this.#lastUpdateId + 1, entry.updateId)
    this.#put({ ...entry, updateId: this.#lastUpdateId })
  }

  /** Returns the unwritten entries; they count as written from now on. */
  takeUnsaved(): PresenceRow[] {
    const rows = [...this.#unsaved].flatMap((id) => this.entries.get(id) ?? [])
    this.#unsaved.clear()
    return rows
  }

  /** Takes back entries that could not be written. */
  keepUnsaved(rows: readonly PresenceRow[]): void {
    for (const row of rows) this.#unsaved.add(row.userId)
  }

  #put(entry: PresenceRow): void {
    this.entries.delete(entry.userId)
    this.entries.set(entry.userId, entry)
  }
}

/**
 * Presence of all organizations, in memory. People report every minute, and the database gets at most one write a
 * minute for each organization (`presence-job.ts`). Processes tell each other.
 */
export class PresenceBook {
  readonly #db: Db
  readonly #bus: Bus
  readonly #clock: Clock
  readonly #isShared: boolean
  readonly #loaded = new Map<number, OrganizationPresence>()
  readonly #loading = new Map<number, Promise<OrganizationPresence>>()

  /** With `isShared`, other processes report presence too. */
  constructor(db: Db, bus: Bus, clock: Clock, isShared: boolean) {
    this.#db = db
    this.#bus = bus
    this.#clock = clock
    this.#isShared = isShared
    bus.subscribe((message) => {
      if (message.kind === 'presence')
        this.#loaded.get(message.organizationId)?.adopt(message.entry, this.#now(), message.isWithdrawn)
    })
  }

  #now(): number {
    return Math.floor(this.#clock.now() / 1000)
  }

  /** Returns the presence of an organization, read on first need. */
  get(organizationId: number): OrganizationPresence | Promise<OrganizationPresence> {
    return this.#loaded.get(organizationId) ?? this.#load(organizationId)
  }

  /** Takes in a client's report and tells the other processes. */
  async report(organizationId: number, userId: number, status: Status, at: number) {
    const reported = (await this.get(organizationId)).report(userId, status, at)
    if (reported.isNew) this.#bus.publish({ kind: 'presence', organizationId, entry: reported.entry })
    return reported
  }

  /** Makes a user look away at once, here and in the other processes. */
  async withdraw(organizationId: number, userId: number, at: number): Promise<PresenceRow | undefined> {
    const entry = (await this.get(organizationId)).withdraw(userId, at)
    if (entry) this.#bus.publish({ kind: 'presence', organizationId, entry, isWithdrawn: true })
    return entry
  }

  /** Gives the unwritten entries to `save`: those of one organization, or of all. */
  async flush(
    save: (organizationId: number, rows: readonly PresenceRow[]) => Promise<void>,
    organizationId?: number,
  ): Promise<void> {
    for (const [id, presence] of this.#loaded) {
      if (organizationId !== undefined && id !== organizationId) continue
      const rows = presence.takeUnsaved()
      if (rows.length === 0) continue
      try {
        await save(id, rows)
      } catch (error) {
        presence.keepUnsaved(rows)
        throw error
      }
    }
  }

  /** Reads the entries of the last minutes that other processes wrote, in case the bus did not bring them. */
  async catchUp(organizationId: number): Promise<void> {
    const presence = this.#loaded.get(organizationId)
    if (!presence) return
    const now = this.#now()
    for (const row of await loadPresence(this.#db, organizationId, now - recentSeconds))
      presence.adopt(row, now)
  }

  /** Forgets an organization whose data was removed. */
  forget(organizationId: number): void {
    this.#loaded.delete(organizationId)
  }

  #load(organizationId: number): Promise<OrganizationPresence> {
    let loading = this.#loading.get(organizationId)
    if (!loading) {
      loading = loadPresence(this.#db, organizationId)
        .then((rows) => {
          const presence = new OrganizationPresence(rows, this.#isShared)
          this.#loaded.set(organizationId, presence)
          return presence
        })
        .finally(() => this.#loading.delete(organizationId))
      this.#loading.set(organizationId, loading)
    }
    return loading
  }
}
