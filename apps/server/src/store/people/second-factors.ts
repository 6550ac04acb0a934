import type { Tx } from '#store/log/tx.ts'
import type { Db } from '#store/sql/db.ts'
import { tokenHash } from '#store/sql/token-hash.ts'

/**
 * Second factors: a secret in a person's authenticator app, and codes for the day on which the phone is gone. A row with
 * no `sealed` is a factor that was begun and never confirmed: it asks nobody for anything.
 */

/** A confirmed factor. */
export interface SecondFactor {
  readonly sealed: string
  /** UNIX seconds. */
  readonly addedAt: number
  /** Number of the half minute of the newest code that was used. */
  readonly lastStep: number
}

/** Finds the confirmed factor of a user. */
export async function findSecondFactor(db: Db, userId: number): Promise<SecondFactor | undefined> {
  const row = await db
    .selectFrom('second_factors')
    .select(['sealed', 'added_at', 'last_step'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (row?.sealed == null || row.added_at === null) return undefined
  return { sealed: row.sealed, addedAt: row.added_at, lastStep: row.last_step }
}

/** The ways of a second step that a user has. */
export interface FactorWays {
  /** An authenticator app. */
  readonly code: boolean
  readonly passkey: boolean
}

/** Finds the ways of a second step that a user has; undefined for somebody who needs none. */
export async function findFactorWays(db: Db, userId: number): Promise<FactorWays | undefined> {
  const [app, key] = await Promise.all([
    findSecondFactor(db, userId),
    db.selectFrom('passkeys').select('id').where('user_id', '=', userId).limit(1).executeTakeFirst(),
  ])
  return app || key ? { code: app !== undefined, passkey: key !== undefined } : undefined
}

/** Those of the given users who have a second step: an authenticator app or a passkey. */
export async function listPeopleWithFactor(db: Db, userIds: readonly number[]): Promise<Set<number>> {
  if (userIds.length === 0) return new Set()
  const [apps, keys] = await Promise.all([
    db
      .selectFrom('second_factors')
      .select('user_id')
      .where('user_id', 'in', userIds)
      .where('sealed', 'is not', null)
      .execute(),
    db.selectFrom('passkeys').select('user_id').distinct().where('user_id', 'in', userIds).execute(),
  ])
  return new Set([...apps, ...keys].map((row) => row.user_id))
}

/**
 * The sealed secrets that stand first and last in the alphabet, of all organizations: a sealed text begins with a name of its
 * key, so these two tell whether there are several.
 */
export async function findOuterSecrets(db: Db): Promise<string[]> {
  const row = await db
    .selectFrom('second_factors')
    .select((eb) => [eb.fn.min('sealed').as('first'), eb.fn.max('sealed').as('last')])
    .where('sealed', 'is not', null)
    .executeTakeFirst()
  return [row?.first, row?.last].filter((one) => one != null)
}

/** Any sealed secret of the organization; undefined while nobody there has a factor. */
export async function findSealedSecret(db: Db, organizationId: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('second_factors')
    .select('sealed')
    .where('organization_id', '=', organizationId)
    .where('sealed', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return row?.sealed ?? undefined
}

/** Stores a secret that waits for its first code until a time in UNIX seconds, in place of another one that waits. */
export async function savePendingFactor(
  tx: Tx,
  userId: number,
  { sealed, until }: { readonly sealed: string; readonly until: number },
): Promise<void> {
  const waiting = { pending: sealed, pending_until: until }
  await tx.db
    .insertInto('second_factors')
    .values({
      user_id: userId,
      organization_id: tx.organizationId,
      sealed: null,
      added_at: null,
      last_step: 0,
      ...waiting,
    })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(waiting))
    .execute()
}

/** Finds the secret that waits for its first code; undefined once its time is over. */
export async function findPendingFactor(tx: Tx, userId: number): Promise<string | undefined> {
  const row = await tx.db
    .selectFrom('second_factors')
    .select('pending')
    .where('user_id', '=', userId)
    .where('pending_until', '>', tx.now)
    .executeTakeFirst()
  return row?.pending ?? undefined
}

/** Makes a secret the one that counts. `step` is the half minute of the code that confirmed it. */
export async function activateFactor(
  tx: Tx,
  userId: number,
  { sealed, step }: { readonly sealed: string; readonly step: number },
): Promise<void> {
  await tx.db
    .updateTable('second_factors')
    .set({ sealed, added_at: tx.now, last_step: step, pending: null, pending_until: 0 })
    .where('user_id', '=', userId)
    .execute()
}

/** Spends the codes up to that of a half minute. */
export async function spendStep(tx: Tx, userId: number, step: number): Promise<void> {
  await tx.db.updateTable('second_factors').set({ last_step: step }).where('user_id', '=', userId).execute()
}

/** Removes a user's authenticator app. Returns false if there was none in force. */
export async function deleteSecondFactor(tx: Tx, userId: number): Promise<boolean> {
  const wasOn = (await findSecondFactor(tx.db, userId)) !== undefined
  await tx.db.deleteFrom('second_factors').where('user_id', '=', userId).execute()
  return wasOn
}

/** Removes a user's recovery codes. */
export async function deleteRecoveryCodes(tx: Tx, userId: number): Promise<void> {
  await tx.db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
}

/** Puts recovery codes in the place of all earlier ones. */
export async function replaceRecoveryCodes(tx: Tx, userId: number, codes: readonly string[]): Promise<void> {
  await tx.db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  const row = { user_id: userId, organization_id: tx.organizationId, used_at: null }
  await tx.db
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ ...row, code_hash: tokenHash(code) })))
    .execute()
}

/** Number of a user's recovery codes that were not used. */
export async function countRecoveryCodes(db: Db, userId: number): Promise<number> {
  const row = await db
    .selectFrom('recovery_codes')
    .select((eb) => eb.fn.countAll<number | string>().as('count'))
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return Number(row?.count ?? 0)
}

/** Uses up a recovery code. Returns false for a wrong one, and for one that was used before. */
export async function spendRecoveryCode(tx: Tx, userId: number, code: string): Promise<boolean> {
  const { numUpdatedRows } = await tx.db
    .updateTable('recovery_codes')
    .set({ used_at: tx.now })
    .where('user_id', '=', userId)
    .where('code_hash', '=', tokenHash(code))
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
