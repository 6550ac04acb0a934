import { limits } from '@tagma/contract/limits.ts'
import type { Bus } from '#ports/bus.ts'
import type { Db } from '#store/db.ts'
import { loadPresence, type PresenceRow } from '#store/presence.ts'

type Status = PresenceRow['status']

/** Update ids that a process may have given out since the last one that was written down. */
const idsPerRun = 100_000

/** Who is there, of one organization. */
export class OrganizationPresence {
  /** In the order of the last updates, newest last. */
  readonly entries = new Map<number, PresenceRow>()
  readonly #unsaved = new Set<number>()
  #lastUpdateId: number

  constructor(rows: readonly PresenceRow[]) {
    for (const row of rows) this.entries.set(row.userId, row)
    const last = rows.at(-1)
    // Clients may hold ids that were given out after the last write and lost with the process.
    this.#lastUpdateId = last ? last.updateId + idsPerRun : 0
  }

  /** Takes in what a client reported; `at` is UNIX seconds. Returns the entry, and whether it is news to others. */
  report(userId: number, status: Status, at: number): { entry: PresenceRow; cameOnline: boolean } {
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
    return { entry, cameOnline: at - before > limits.presenceOfflineThresholdSeconds }
  }

  /** Takes in what another process was told. */
  adopt(entry: PresenceRow): void {
    const old = this.entries.get(entry.userId)
    if (old && old.seenAt > entry.seenAt) return
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
  readonly #loaded = new Map<number, OrganizationPresence>()
  readonly #loading = new Map<number, Promise<OrganizationPresence>>()

  constructor(db: Db, bus: Bus) {
    this.#db = db
    this.#bus = bus
    bus.subscribe((message) => {
      if (message.kind === 'presence') this.#loaded.get(message.organizationId)?.adopt(message.entry)
    })
  }

  /** The presence of an organization, read on first need. */
  get(organizationId: number): OrganizationPresence | Promise<OrganizationPresence> {
    return this.#loaded.get(organizationId) ?? this.#load(organizationId)
  }

  /** Takes in what a client reported, and tells the other processes. */
  async report(organizationId: number, userId: number, status: Status, at: number) {
    const reported = (await this.get(organizationId)).report(userId, status, at)
    this.#bus.publish({ kind: 'presence', organizationId, entry: reported.entry })
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

  #load(organizationId: number): Promise<OrganizationPresence> {
    let loading = this.#loading.get(organizationId)
    if (!loading) {
      loading = loadPresence(this.#db, organizationId)
        .then((rows) => {
          const presence = new OrganizationPresence(rows)
          this.#loaded.set(organizationId, presence)
          return presence
        })
        .finally(() => this.#loading.delete(organizationId))
      this.#loading.set(organizationId, loading)
    }
    return loading
  }
}
