import { idempotencySeconds } from '@tagma/contract/idempotency.ts'
import type { Tx } from '#store/log/tx.ts'
import type { Db } from '#store/sql/db.ts'
import { indexKey } from '#store/sql/index-key.ts'
import { prepared } from '#store/sql/prepared.ts'
import type { IdempotencyKeysTable } from '#store/sql/tables/people.ts'

/** A call under the name that its client gave it. */
export interface NamedCall {
  readonly userId: number
  /** The header Idempotency-Key. */
  readonly key: string
  /** Hash of the endpoint and its arguments. */
  readonly callHash: string
}

/** A call that was carried out, or is under way. */
export type KnownCall = Pick<IdempotencyKeysTable, 'call_hash' | 'status' | 'answer'>

const byKey = prepared((db, p: { user: number; key: string; since: number }) =>
  db
    .selectFrom('idempotency_keys')
    .select(['call_hash', 'status', 'answer'])
    .where('user_id', '=', p.user)
    .where('key', '=', p.key)
    .where('called_at', '>=', p.since),
)

/** Finds the call that has a user's key. `now` in UNIX seconds. */
export const findNamedCall = (
  db: Db,
  { userId, key }: Pick<NamedCall, 'userId' | 'key'>,
  now: number,
): Promise<KnownCall | undefined> =>
  byKey.first(db, { user: userId, key: indexKey(key), since: now - idempotencySeconds })

/** Gives a call its key, for as long as the transaction lasts. Returns false if another call has it. */
export async function claimKey(tx: Tx, { userId, key, callHash }: NamedCall): Promise<boolean> {
  const row = { call_hash: callHash, called_at: tx.now, status: null, answer: null }
  const claimed = await tx.db
    .insertInto('idempotency_keys')
    .values({ organization_id: tx.organizationId, user_id: userId, key: indexKey(key), ...row })
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'key'])
        .doUpdateSet(row)
        .where('idempotency_keys.called_at', '<', tx.now - idempotencySeconds),
    )
    .returning('user_id')
    .executeTakeFirst()
  return claimed !== undefined
}

/** Keeps the answer of a call for whoever sends it again. */
export async function saveAnswer(
  tx: Tx,
  { userId, key, callHash }: NamedCall,
  { status, answer }: { readonly status: number; readonly answer: string },
): Promise<void> {
  await tx.db
    .updateTable('idempotency_keys')
    .set({ status, answer })
    .where('user_id', '=', userId)
    .where('key', '=', indexKey(key))
    .where('call_hash', '=', callHash)
    .execute()
}

/** Forgets the calls of the organization before a time (UNIX seconds). */
export async function forgetIdempotencyKeys(tx: Tx, before: number): Promise<void> {
  await tx.db
    .deleteFrom('idempotency_keys')
    .where('organization_id', '=', tx.organizationId)
    .where('called_at', '<', before)
    .execute()
}
