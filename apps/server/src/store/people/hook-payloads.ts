import type { Selectable } from 'kysely'
import type { Tx } from '#store/log/tx.ts'
import type { Db } from '#store/sql/db.ts'
import type { HookPayloadsTable } from '#store/sql/tables/people.ts'

/** Requests of services that are kept for a bot. */
const kept = 20
/** Seconds for which they are kept. */
export const payloadAge = 86_400

type Row = Selectable<HookPayloadsTable>
export type ReceivedRequest = Omit<Row, 'organization_id' | 'user_id' | 'payload'> & {
  readonly isKept: boolean
}

/** Keeps what a service sent to a bot, in place of the oldest such request. */
export async function keepPayload(
  tx: Tx,
  request: Pick<Row, 'user_id' | 'integration' | 'posts' | 'problem' | 'payload'>,
): Promise<void> {
  const oldest = tx.db
    .selectFrom('hook_payloads')
    .select('id')
    .where('user_id', '=', request.user_id)
    .orderBy('id', 'desc')
    .limit(1)
    .offset(kept - 1)
  await tx.db
    .deleteFrom('hook_payloads')
    .where('user_id', '=', request.user_id)
    .where('id', '<=', oldest)
    .execute()
  await tx.db
    .insertInto('hook_payloads')
    .values({ ...request, organization_id: tx.organizationId, received_at: tx.now })
    .execute()
}

/** Lists what services sent to a bot since a time in UNIX seconds, newest first. */
export async function payloadsOf(db: Db, userId: number, since: number): Promise<ReceivedRequest[]> {
  const rows = await db
    .selectFrom('hook_payloads')
    .select(['id', 'received_at', 'integration', 'posts', 'problem'])
    .select((eb) => eb.case().when('payload', 'is', null).then(0).else(1).end().as('is_kept'))
    .where('user_id', '=', userId)
    .where('received_at', '>=', since)
    .orderBy('id', 'desc')
    .execute()
  return rows.map(({ is_kept, ...row }) => ({ ...row, isKept: is_kept === 1 }))
}

/** Finds a payload of a bot, as JSON. Undefined where it is not kept, or came before a time in UNIX seconds. */
export async function findPayload(
  db: Db,
  userId: number,
  id: number,
  since: number,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('hook_payloads')
    .select('payload')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('received_at', '>=', since)
    .executeTakeFirst()
  return row?.payload ?? undefined
}

/** Forgets what services sent before a time in UNIX seconds. */
export async function forgetPayloads(tx: Tx, before: number): Promise<void> {
  await tx.db
    .deleteFrom('hook_payloads')
    .where('organization_id', '=', tx.organizationId)
    .where('received_at', '<', before)
    .execute()
}
