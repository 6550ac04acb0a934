import type { Scope } from '@tagma/contract/scopes.ts'
import type { Selectable } from 'kysely'
import type { Tx } from '#store/log/tx.ts'
import type { Db } from '#store/sql/db.ts'
import { prepared } from '#store/sql/prepared.ts'
import type { AccessTokensTable } from '#store/sql/tables/people.ts'
import { tokenHash } from '#store/sql/token-hash.ts'

/** An access token as the table knows it, without the token itself. Times are UNIX seconds. */
export interface AccessTokenRecord {
  readonly id: number
  readonly userId: number
  readonly name: string
  readonly hint: string
  readonly scopes: readonly Scope[]
  readonly createdAt: number
  readonly expiresAt: number | null
  readonly usedAt: number | null
  readonly usedFrom: string
  /** True for a token that an app got at a sign-in. */
  readonly isApp: boolean
  /** The token of a program that was let in by OAuth is good until then; null for all others. */
  readonly goodUntil: number | null
  /**
   * Ids of the channels in which an agent may write, besides direct messages to its account alone. Null: wherever the
   * account may.
   */
  readonly writeTo: readonly number[] | null
  /** True if it was made with a second step. */
  readonly hasStep: boolean
}

const recordOf = (row: Selectable<AccessTokensTable>): AccessTokenRecord => ({
  id: row.id,
  userId: row.user_id,
  name: row.name,
  hint: row.hint,
  scopes: JSON.parse(row.scopes) as Scope[],
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  usedAt: row.used_at,
  usedFrom: row.used_from,
  isApp: row.is_app === 1,
  goodUntil: row.good_until,
  writeTo: row.write_to === null ? null : (JSON.parse(row.write_to) as number[]),
  hasStep: row.has_step === 1,
})

/** Stores a token that nobody has used yet; returns its id. */
export async function insertAccessToken(
  tx: Tx,
  token: string,
  given: Pick<AccessTokenRecord, 'userId' | 'name' | 'scopes' | 'expiresAt'> &
    Partial<Pick<AccessTokenRecord, 'isApp' | 'goodUntil' | 'writeTo' | 'hasStep'>>,
): Promise<number> {
  const { id } = await tx.db
    .insertInto('access_tokens')
    .values({
      organization_id: tx.organizationId,
      user_id: given.userId,
      name: given.name,
      token_hash: tokenHash(token),
      hint: token.slice(-4),
      scopes: JSON.stringify(given.scopes),
      created_at: tx.now,
      expires_at: given.expiresAt,
      used_at: null,
      used_from: '',
      is_app: given.isApp ? 1 : 0,
      good_until: given.goodUntil ?? null,
      write_to: given.writeTo ? JSON.stringify(given.writeTo) : null,
      has_step: given.hasStep ? 1 : 0,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const byToken = prepared((db, p: { hash: string; organization: number }) =>
  db
    .selectFrom('access_tokens')
    .selectAll()
    .where('token_hash', '=', p.hash)
    .where('organization_id', '=', p.organization),
)

/** Finds a token, whether its time has come or not. */
export async function findAccessToken(
  db: Db,
  organizationId: number,
  token: string,
): Promise<AccessTokenRecord | undefined> {
  const row = await byToken.first(db, { hash: tokenHash(token), organization: organizationId })
  return row && recordOf(row)
}

/** Tokens of users; the newest comes first. */
export async function listAccessTokens(db: Db, userIds: readonly number[]): Promise<AccessTokenRecord[]> {
  const rows = await db
    .selectFrom('access_tokens')
    .selectAll()
    .where('user_id', 'in', userIds)
    .orderBy('id', 'desc')
    .execute()
  return rows.map(recordOf)
}

/** Finds a token of the organization by its id. */
export async function findAccessTokenById(tx: Tx, id: number): Promise<AccessTokenRecord | undefined> {
  const row = await tx.db
    .selectFrom('access_tokens')
    .selectAll()
    .where('id', '=', id)
    .where('organization_id', '=', tx.organizationId)
    .executeTakeFirst()
  return row && recordOf(row)
}

/** Replaces the token of a program. Every process then forgets the former one. */
export async function replaceAccessToken(
  tx: Tx,
  { id, userId }: Pick<AccessTokenRecord, 'id' | 'userId'>,
  token: string,
  next: Pick<AccessTokenRecord, 'name' | 'scopes' | 'expiresAt' | 'goodUntil'>,
): Promise<void> {
  await tx.db
    .updateTable('access_tokens')
    .set({
      token_hash: tokenHash(token),
      hint: token.slice(-4),
      name: next.name,
      scopes: JSON.stringify(next.scopes),
      expires_at: next.expiresAt,
      good_until: next.goodUntil,
    })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .execute()
  tx.touch('users', userId)
}

/** Writes the last use of a token, unless a later one is written already. */
export async function saveTokenUse(
  tx: Tx,
  use: { readonly id: number; readonly usedAt: number; readonly usedFrom: string },
): Promise<void> {
  await tx.db
    .updateTable('access_tokens')
    .set({ used_at: use.usedAt, used_from: use.usedFrom })
    .where('id', '=', use.id)
    .where('organization_id', '=', tx.organizationId)
    .where((eb) => eb.or([eb('used_at', 'is', null), eb('used_at', '<', use.usedAt)]))
    .execute()
}

/** Deletes tokens of a user. Every process then forgets what it remembers of them. */
export async function deleteAccessTokens(tx: Tx, userId: number, ids: readonly number[]): Promise<void> {
  await tx.db.deleteFrom('access_tokens').where('user_id', '=', userId).where('id', 'in', ids).execute()
  tx.touch('users', userId)
}

/**
 * Tokens of the organization whose time has come, or that were not used since `unusedSince`; the first thousand. UNIX
 * seconds.
 */
export async function listEndedTokens(
  tx: Tx,
  unusedSince: number,
): Promise<Pick<AccessTokenRecord, 'id' | 'userId'>[]> {
  const rows = await tx.db
    .selectFrom('access_tokens')
    .select(['id', 'user_id'])
    .where('organization_id', '=', tx.organizationId)
    .where((eb) =>
      eb.or([eb('expires_at', '<=', tx.now), eb(eb.fn.coalesce('used_at', 'created_at'), '<=', unusedSince)]),
    )
    .limit(1000)
    .execute()
  return rows.map((row) => ({ id: row.id, userId: row.user_id }))
}

/**
 * Tokens that people made and that end within so many seconds, though not already when they were made; the first thousand.
 */
export async function listEndingTokens(
  db: Db,
  organizationId: number,
  { now, within }: { readonly now: number; readonly within: number },
): Promise<(Pick<AccessTokenRecord, 'id' | 'userId' | 'name'> & { readonly expiresAt: number })[]> {
  const rows = await db
    .selectFrom('access_tokens')
    .select(['id', 'user_id', 'name', 'expires_at'])
    .where('organization_id', '=', organizationId)
    .where('is_app', '=', 0)
    .where('good_until', 'is', null)
    .where('expires_at', '>', now)
    .where('expires_at', '<=', now + within)
    .where((eb) => eb('expires_at', '>', eb('created_at', '+', within)))
    .orderBy('expires_at')
    .limit(1000)
    .execute()
  return rows.flatMap(({ id, user_id: userId, name, expires_at: expiresAt }) =>
    expiresAt === null ? [] : [{ id, userId, name, expiresAt }],
  )
}
