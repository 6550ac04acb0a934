import type { Audience } from '#model/audience.ts'
import { type AuditEntry, type Authored, byServer } from '#model/audit.ts'
import type { KnownOf, LogEvent, LogEventOf, LogEventType } from '#model/log-event.ts'
import { touchedKinds, type TouchedKind, type Touches } from '#model/touches.ts'
import type { Db } from '#store/sql/db.ts'
import type { Batch } from './batch.ts'
import type { Foresight } from './foresight.ts'

/**
 * The handle to a write transaction; only it can emit events. A body with a `Tx` does nothing but SQL: it shares its
 * commit with others, and may run again.
 */
export class Tx {
  readonly db: Db
  readonly organizationId: number
  /** UNIX seconds; the same throughout the transaction. */
  readonly now: number
  /** Work shared by the bodies of the commit; undefined where statements are no round trips. */
  readonly batch: Batch | undefined
  #by: Authored
  readonly #audited: AuditEntry[] = []
  readonly #events: Omit<Pending, 'touches'>[] = []
  readonly #touched = new Map<TouchedKind, Set<number>>()
  #hasTouchedOrganization = false
  #endsAccess = false

  constructor(db: Db, organizationId: number, now: number, batch?: Batch, by: Authored = byServer) {
    this.db = db
    this.organizationId = organizationId
    this.now = now
    this.batch = batch
    this.#by = by
  }

  /** Looks up a fact: among those that were read ahead, else by a statement. */
  find<K, V>(foresight: Foresight<K, V>, key: K): Promise<V> {
    const known = this.batch?.fact(foresight, key)
    return known ? Promise.resolve(known.value) : foresight.one(this.db, this.organizationId, key)
  }

  /**
   * Writes an event to the log with this transaction's changes: the commit keeps both or neither. `known` holds facts
   * for the event's shaper: this process then need not look them up.
   */
  emit(event: LogEventOf<'message'>, audience: Audience, known: KnownOf<'message'>): void
  emit(event: LogEvent, audience: Audience): void
  emit(event: LogEvent, audience: Audience, known?: KnownOf<LogEventType>): void {
    this.#events.push({ event, audience, known })
  }

  /**
   * Notes a change in the audit log, with this transaction's changes: the commit keeps both or neither. The rows are
   * written at the end of the body.
   */
  audit(
    action: AuditEntry['action'],
    target: AuditEntry['target'] = null,
    detail: AuditEntry['detail'] = {},
  ): void {
    this.#audited.push({ action, target, detail, by: this.#by })
  }

  /** Runs a part of the body whose changes somebody else makes. */
  async as<T>(by: Authored, part: () => Promise<T>): Promise<T> {
    const former = this.#by
    this.#by = by
    try {
      return await part()
    } finally {
      this.#by = former
    }
  }

  /** Changes that the body has noted for the audit log. */
  get audited(): readonly AuditEntry[] {
    return this.#audited
  }

  /** Says that a credential ends with this transaction: every process has to know before the caller is answered. */
  endAccess(): void {
    this.#endsAccess = true
  }

  get endsAccess(): boolean {
    return this.#endsAccess
  }

  /** Names a directory entry that this transaction changes; called by the store. */
  touch(kind: TouchedKind, id: number): void {
    const ids = this.#touched.get(kind)
    if (ids) ids.add(id)
    else this.#touched.set(kind, new Set([id]))
  }

  touchOrganization(): void {
    this.#hasTouchedOrganization = true
  }

  get hasTouched(): boolean {
    return this.#hasTouchedOrganization || this.#touched.size > 0
  }

  /** Log rows of this transaction; the first one carries the touched entries. */
  rows(): Pending[] {
    const touches = this.hasTouched ? this.#touches() : null
    const rows: Pending[] = this.#events.map((event) => ({ ...event, touches: null }))
    if (touches) {
      const first = rows[0]
      if (first) rows[0] = { ...first, touches }
      else rows.push({ event: { type: 'touch' }, audience: {}, known: undefined, touches })
    }
    return rows
  }

  #touches(): Touches {
    const touches: Touches = this.#hasTouchedOrganization ? { organization: true } : {}
    for (const kind of touchedKinds) {
      const ids = this.#touched.get(kind)
      if (ids) touches[kind] = [...ids]
    }
    return touches
  }
}

/** An event that is to be written to the log with the changes of its transaction. */
export interface Pending {
  readonly event: LogEvent
  readonly audience: Audience
  readonly known: KnownOf<LogEventType>
  readonly touches: Touches | null
}
