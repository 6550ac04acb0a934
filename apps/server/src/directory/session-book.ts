import type { UserRecord } from '#model/records.ts'
import type { Clock } from '#ports/clock.ts'
import { findSession, type FoundSession } from '#store/people/sessions.ts'
import type { Db } from '#store/sql/db.ts'
import type { OrganizationDirectory } from './organization-directory.ts'
import { isSecondStep } from './second-step.ts'

/**
 * Browser sessions that this process has seen. A cookie's value that was right once is remembered with the record of its
 * user, and is right as long as the directory holds that record: whatever ends a session touches its user, so every
 * process asks the database again. A call by session costs no query otherwise.
 *
 * `recall` answers from memory, `find` asks the database. Uses are noted in memory; a job writes them (`unsavedUses`),
 * never the request itself.
 */

/** Values in memory. */
const most = 10_000

/** Seconds for which a former value is good after the first use of the new one. */
export const formerSeconds = 300

/** Seconds between two rotations of a session's value. */
const rotateEvery = 24 * 3600

/** Seconds after which a new value that nobody used counts as lost on its way to the browser. */
export const lostAfter = 120

/** Seconds between two writings of a session's last use. */
const saveEvery = 600

/** A session in use. */
export interface Session {
  readonly id: number
  readonly user: UserRecord
  /** True if the browser should get a new value with the answer. */
  readonly isDue: boolean
  /** The session ends when it is not used for so long. */
  readonly idleSeconds: number
  /** True if it was opened, or proved since, with a second step. */
  readonly hasStep: boolean
}

/**
 * Result of a look into the database. `behind`: the directory does not know the user. `reused`: the value was replaced,
 * and should be known to nobody any more.
 */
export type Finding =
  | { readonly kind: 'good'; readonly session: Session }
  | { readonly kind: 'ended' }
  | { readonly kind: 'behind' }
  | { readonly kind: 'reused'; readonly id: number; readonly userId: number }

/** The last use of a session, with what of it the database knows. UNIX seconds. */
interface Use {
  readonly organizationId: number
  usedAt: number
  savedAt: number
  /** Time at which the new value was first used, until that is written. */
  firstUsedAt: number | undefined
}

/** A use as the database gets it. */
export interface SessionUse {
  readonly id: number
  readonly seenAt: number
  /** End of the former value, once the new one was used. */
  readonly formerUntil: number | undefined
}

interface Known {
  readonly user: UserRecord
  readonly found: FoundSession
  readonly use: Use
  /** UNIX seconds until which the database need not be asked. */
  readonly until: number
}

export class SessionBook {
  readonly #db: Db
  readonly #clock: Clock
  readonly #known = new Map<string, Known>()
  readonly #uses = new Map<number, Use>()

  constructor(db: Db, clock: Clock) {
    this.#db = db
    this.#clock = clock
  }

  /** Returns the session of a cookie's value, if it is remembered and still good. */
  recall(token: string, directory: OrganizationDirectory): Session | undefined {
    const known = this.#known.get(token)
    if (!known || directory.users.get(known.user.id) !== known.user) return undefined
    const now = this.#now()
    if (now >= known.until || now >= known.use.usedAt + known.found.idleSeconds) {
      this.#known.delete(token)
      return undefined
    }
    known.use.usedAt = now
    return this.#sessionOf(known, now)
  }

  /** Looks a cookie's value up in the database, and remembers it. */
  async find(token: string, directory: OrganizationDirectory): Promise<Finding> {
    const { id: organizationId } = directory.organization
    const { position } = directory
    let found = await findSession(this.#db, organizationId, token)
    const user = found && directory.users.get(found.userId)
    // The session may have ended since it was read. From now on its end replaces `user`.
    if (found && directory.position !== position) found = await findSession(this.#db, organizationId, token)
    const now = this.#now()
    if (found && !user) return { kind: 'behind' }
    if (!found || !user?.isActive || now >= found.endsAt) return { kind: 'ended' }
    const use = this.#useOf(found, organizationId)
    if (now >= use.usedAt + found.idleSeconds) return { kind: 'ended' }
    if (found.isFormer && found.formerUntil !== null && now >= found.formerUntil)
      return { kind: 'reused', id: found.id, userId: found.userId }
    use.usedAt = now
    if (found.isFirstUse) use.firstUsedAt ??= now
    // A former value soon gets an end, which touches nobody.
    const until = found.isFormer ? Math.min(found.endsAt, found.formerUntil ?? now + lostAfter) : found.endsAt
    if (this.#known.size >= most) this.#known.clear()
    const known = { user, found, use, until }
    this.#known.set(token, known)
    return { kind: 'good', session: this.#sessionOf(known, now) }
  }

  /** Time of a session's last use, as far as this process knows. UNIX seconds. */
  lastUse({ id, seenAt }: Pick<FoundSession, 'id' | 'seenAt'>): number {
    return Math.max(seenAt, this.#uses.get(id)?.usedAt ?? 0)
  }

  /** Uses of an organization's sessions that are to be written now. Forgets what was written long ago. */
  unsavedUses(organizationId: number): SessionUse[] {
    const unsaved: SessionUse[] = []
    const now = this.#now()
    for (const [id, use] of this.#uses) {
      if (use.organizationId !== organizationId) continue
      const formerUntil = use.firstUsedAt === undefined ? undefined : use.firstUsedAt + formerSeconds
      if (formerUntil !== undefined || use.usedAt >= use.savedAt + saveEvery)
        unsaved.push({ id, seenAt: use.usedAt, formerUntil })
      else if (use.usedAt === use.savedAt && now > use.usedAt + saveEvery) this.#uses.delete(id)
    }
    return unsaved
  }

  /** Notes that uses were written. */
  noteSaved(saved: readonly SessionUse[]): void {
    for (const { id, seenAt, formerUntil } of saved) {
      const use = this.#uses.get(id)
      if (!use) continue
      use.savedAt = seenAt
      if (formerUntil !== undefined) use.firstUsedAt = undefined
    }
  }

  #sessionOf({ user, found }: Known, now: number): Session {
    const isDue = found.isFormer
      ? found.formerUntil === null && now >= found.rotatedAt + lostAfter
      : now >= found.rotatedAt + rotateEvery
    const { id, idleSeconds, methods } = found
    return { id, user, isDue, idleSeconds, hasStep: methods.some(isSecondStep) }
  }

  #useOf({ id, seenAt }: FoundSession, organizationId: number): Use {
    const known = this.#uses.get(id)
    if (known) {
      known.usedAt = Math.max(known.usedAt, seenAt)
      return known
    }
    const use = { organizationId, usedAt: seenAt, savedAt: seenAt, firstUsedAt: undefined }
    this.#uses.set(id, use)
    return use
  }

  readonly #now = () => Math.floor(this.#clock.now() / 1000)
}
