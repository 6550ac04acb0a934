import type { Selectable } from 'kysely'
import type { PushKind } from '#ports/push-sender.ts'
import type { Tx } from '#store/log/tx.ts'
import type { Db } from '#store/sql/db.ts'
import { inIds } from '#store/sql/id-list.ts'
import type { LegacyPushTokensTable } from '#store/sql/tables/notifying.ts'

export type LegacyTokenRow = Selectable<LegacyPushTokensTable> & { readonly kind: PushKind }

/** Tokens of users' clients without encryption. */
export async function legacyTokensOf(db: Db, userIds: readonly number[]): Promise<LegacyTokenRow[]> {
  if (userIds.length === 0) return []
  const rows = await db
    .selectFrom('legacy_push_tokens')
    .selectAll()
    .where((eb) => inIds(db, eb.ref('user_id'), userIds))
    .orderBy('id')
    .execute()
  return rows.map(toToken)
}

export async function findLegacyToken(db: Db, id: number): Promise<LegacyTokenRow | undefined> {
  const row = await db.selectFrom('legacy_push_tokens').selectAll().where('id', '=', id).executeTakeFirst()
  return row && toToken(row)
}

const toToken = (row: Selectable<LegacyPushTokensTable>): LegacyTokenRow => ({
  ...row,
  kind: row.kind === 'apns' ? 'apns' : 'fcm',
})

/** Adds a token; an existing token of the user gets its present app. */
export async function upsertLegacyToken(
  tx: Tx,
  token: Pick<LegacyTokenRow, 'user_id' | 'kind' | 'token' | 'app_id' | 'program'>,
): Promise<void> {
  const { app_id, program } = token
  await tx.db
    .insertInto('legacy_push_tokens')
    .values({ ...token, organization_id: tx.organizationId, created_at: tx.now })
    .onConflict((conflict) => conflict.columns(['user_id', 'kind', 'token']).doUpdateSet({ app_id, program }))
    .execute()
}

/** Deletes a user's token; returns false if the user has no such token. */
export async function deleteLegacyToken(
  tx: Tx,
  userId: number,
  kind: string,
  token: string,
): Promise<boolean> {
  const { numDeletedRows } = await tx.db
    .deleteFrom('legacy_push_tokens')
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('token', '=', token)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Deletes the row of a token; returns false if it is gone already. */
export async function deleteLegacyTokenById(tx: Tx, id: number): Promise<boolean> {
  const { numDeletedRows } = await tx.db
    .deleteFrom('legacy_push_tokens')
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
