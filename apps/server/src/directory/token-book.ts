import type { Scope } from '@tagma/contract/scopes.ts'
import type { UserRecord } from '#model/records.ts'
import type { Clock } from '#ports/clock.ts'
import { type AccessTokenRecord, findAccessToken } from '#store/people/access-tokens.ts'
import type { Db } from '#store/sql/db.ts'
import type { OrganizationDirectory } from './organization-directory.ts'

/**
 * Access tokens that this process has seen. A token that was right once is remembered with the record of its user, and
 * is right as long as the directory holds that record: whatever ends a token touches its user. A call by token costs no
 * query otherwise. Uses are noted in memory; a job writes them.
 */

/** Tokens in memory. */
const most = 10_000

/** Seconds between two writings of a token's last use. */
const saveEvery = 3600

/** Seconds without use after which a token ends. */
export const unusedSeconds = 365 * 24 * 3600

/** A token that calls. */
export interface HeldToken {
  readonly id: number
  readonly user: UserRecord
  readonly scopes: readonly Scope[]
  /** As in `AccessTokenRecord`. */
  readonly writeTo: readonly number[] | null
  /**
   * True for the token of a program that was let in by OAuth, and for one with `writeTo`, which binds tools only: they are
   * good at /mcp alone.
   */
  readonly isForAgents: boolean
  readonly hasStep: boolean
}

/** The last use of a token. UNIX seconds. */
export interface TokenUse {
  readonly id: number
  readonly usedAt: number
  readonly usedFrom: string
}

interface Use {
  readonly organizationId: number
  usedAt: number
  usedFrom: string
  savedAt: number
}

interface Known {
  readonly user: UserRecord
  readonly found: AccessTokenRecord
  readonly use: Use
}

export class TokenBook {
  readonly #db: Db
  readonly #clock: Clock
  readonly #known = new Map<string, Known>()
  readonly #uses = new Map<number, Use>()

  constructor(db: Db, clock: Clock) {
    this.#db = db
    this.#clock = clock
  }

  /** Returns the token if it is remembered and still good. `address` says where its use comes from. */
  recall(token: string, directory: OrganizationDirectory, address: () => string): HeldToken | undefined {
    const known = this.#known.get(token)
    if (!known || directory.users.get(known.user.id) !== known.user) return undefined
    const now = this.#now()
    if (hasEnded(known.found, now, known.use.usedAt) || isDue(known.found, now)) {
      this.#known.delete(token)
      return undefined
    }
    return use(known, now, address)
  }

  /** Looks a token up in the database, and remembers it. Returns undefined for one that has ended or never was. */
  async find(
    token: string,
    directory: OrganizationDirectory,
    address: () => string,
  ): Promise<HeldToken | undefined> {
    const { id: organizationId } = directory.organization
    const { position } = directory
    let found = await findAccessToken(this.#db, organizationId, token)
    const user = found && directory.users.get(found.userId)
    // The token may have ended since it was read. From now on its end replaces `user`.
    if (found && directory.position !== position)
      found = await findAccessToken(this.#db, organizationId, token)
    if (!found || !user) return undefined
    const now = this.#now()
    const lastUse = this.#useOf(found, organizationId)
    if (hasEnded(found, now, lastUse.usedAt) || isDue(found, now)) return undefined
    if (this.#known.size >= most) this.#known.clear()
    const known = { user, found, use: lastUse }
    this.#known.set(token, known)
    return use(known, now, address)
  }

  /** The last use of a token, as far as this process knows. */
  lastUse({ id, usedAt, usedFrom }: AccessTokenRecord): {
    readonly usedAt: number | null
    readonly usedFrom: string
  } {
    const noted = this.#uses.get(id)
    return noted && noted.usedFrom !== '' && noted.usedAt >= (usedAt ?? 0) ? noted : { usedAt, usedFrom }
  }

  /** Uses of an organization's tokens that are to be written now. Forgets what was written long ago. */
  unsavedUses(organizationId: number): TokenUse[] {
    const unsaved: TokenUse[] = []
    const now = this.#now()
    for (const [id, noted] of this.#uses) {
      if (noted.organizationId !== organizationId) continue
      if (noted.usedAt > noted.savedAt && now >= noted.savedAt + saveEvery)
        unsaved.push({ id, usedAt: noted.usedAt, usedFrom: noted.usedFrom })
      else if (noted.usedAt === noted.savedAt && now > noted.usedAt + saveEvery) this.#uses.delete(id)
    }
    return unsaved
  }

  /** Notes that uses were written. */
  noteSaved(saved: readonly TokenUse[]): void {
    for (const { id, usedAt } of saved) {
      const noted = this.#uses.get(id)
      if (noted) noted.savedAt = usedAt
    }
  }

  #useOf({ id, usedAt, usedFrom }: AccessTokenRecord, organizationId: number): Use {
    const noted = this.#uses.get(id)
    if (noted) {
      noted.usedAt = Math.max(noted.usedAt, usedAt ?? 0)
      return noted
    }
    const made = { organizationId, usedAt: usedAt ?? 0, usedFrom, savedAt: usedAt ?? 0 }
    this.#uses.set(id, made)
    return made
  }

  readonly #now = () => Math.floor(this.#clock.now() / 1000)
}

function use({ user, found, use: noted }: Known, now: number, address: () => string): HeldToken {
  if (noted.usedAt !== now) {
    noted.usedAt = now
    noted.usedFrom = address()
  }
  const { id, scopes, writeTo, goodUntil, hasStep } = found
  return { id, user, scopes, writeTo, hasStep, isForAgents: goodUntil !== null || writeTo !== null }
}

/** Tells whether a program has to refresh a token. */
const isDue = ({ goodUntil }: AccessTokenRecord, now: number) => goodUntil !== null && now >= goodUntil

/** Tells whether a token has ended by its time, or for want of use. */
export const hasEnded = (
  { createdAt, expiresAt }: Pick<AccessTokenRecord, 'createdAt' | 'expiresAt'>,
  now: number,
  usedAt: number,
): boolean => (expiresAt !== null && now >= expiresAt) || now >= Math.max(createdAt, usedAt) + unusedSeconds
