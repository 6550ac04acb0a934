import { limits } from '@tagma/contract/limits.ts'
import type { PresenceRow } from '#model/presence-row.ts'
import type { Bus } from '#ports/bus.ts'
import type { Clock } from '#ports/clock.ts'
import { clockDifference, loadPresence } from '#store/people/presence.ts'
import type { Db } from '#store/sql/db.ts'

type Status = PresenceRow['status']

/** Processes write down each minute what they were told; this leaves room for a late one. */
const recentSeconds = 180

/** Update ids that a process may have given out since the last one that was written down. */
const idsPerRun = 100_000

/**
 * Where several processes give out ids, a client may come from one that had heard of less: it is told again of what has
 * the last few ids before its own, so that it misses nothing that was on its way then.
 */
const overlap = 64

/** Who is there, of one organization. */
export class OrganizationPresence {
  /** In the order of the last updates, newest last. */
  readonly entries = new Map<number, PresenceRow>()
  readonly #unsaved = new Set<number>()
  readonly #isShared: boolean
  #lastUpdateId: number

  constructor(rows: readonly PresenceRow[], isShared = false) {
    this.#isShared = isShared
    for (const row of rows) this.entries.set(row.userId, row)
    const last = rows.at(-1)
    // Clients may hold ids that were given out after the last write and lost with the process.
    this.#lastUpdateId = last ? last.updateId + idsPerRun : 0
  }

  /**
   * Takes in what a client reported; `at` is UNIX seconds. Returns the entry, whether it says anything new, and whether
   * others have to hear of it at once.
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
    // Also when the clock was set back meanwhile.
    return {
      entry,
      isNew: old?.seenAt !== at || old.status !== status,
      cameOnline: Math.abs(at - before) > limits.presenceOfflineThresholdSeconds,
    }
  }

  /** What a client has to be told of that got the update id `after` here or from another process, oldest first. */
  *updatedSince(after: number): Iterable<PresenceRow> {
    const from = this.#isShared && after > 0 && this.#lastUpdateId > after ? after - overlap : after
    for (const entry of this.entries.values()) if (entry.updateId > from) yield entry
  }

  /** Takes in what another process was told, unless something newer is known or it is of the future; `now` is UNIX seconds. */
  adopt(entry: PresenceRow, now: number): void {
    if (entry.seenAt > now + clockDifference) return
    const old = this.entries.get(entry.userId)
    // What was reported before the clock was set back is not newer.
    if (old && old.seenAt > entry.seenAt && old.seenAt <= now) return
    if (old && old.seenAt === entry.seenAt && old.status === entry.status) return
    this.#lastUpdateId = Math.max(this.#lastUpdateId + 1, entry.updateId)
    this.#put({ ...entry, updateId: this.#lastUpdateId })
  }

  /** The entries that are not written down; they count as written from now on. */
  takeUnsaved(): PresenceRow[] {
    const rows = [...this.#unsaved].flatMap((id) => this.entries.get(id) ?? [])
    this.#unsaved.clear()
    return rows
  }

  /** Takes back what could not be written. */
  keepUnsaved(rows: readonly PresenceRow[]): void {
    for (const row of rows) this.#unsaved.add(row.userId)
  }

  #put(entry: PresenceRow): void {
    this.entries.delete(entry.userId)
    this.entries.set(entry.userId, entry)
  }
}

/**
 * Who is there, of all organizations, in memory: people report every minute, and the database hears of it at most once
 * a minute for each (`presence-job.ts`). Processes tell each other.
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
        this.#loaded.get(message.organizationId)?.adopt(message.entry, this.#now())
    })
  }

  #now(): number {
    return Math.floor(this.#clock.now() / 1000)
  }

  /** The presence of an organization, read on first need. */
  get(organizationId: number): OrganizationPresence | Promise<OrganizationPresence> {
    return this.#loaded.get(organizationId) ?? this.#load(organizationId)
  }

  /** Takes in what a client reported, and tells the other processes. */
  async report(organizationId: number, userId: number, status: Status, at: number) {
    const reported = (await this.get(organizationId)).report(userId, status, at)
    if (reported.isNew) this.#bus.publish({ kind: 'presence', organizationId, entry: reported.entry })
    return reported
  }

  /** Hands what is not written down to `save`; without an organization, that of all. */
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

  /** Takes in what other processes have written down of the last minutes, in case the bus did not bring it. */
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
