import type { Selectable } from 'kysely'
import type { Tx } from '#store/log/tx.ts'
import type { MessageCondition } from '#store/messages/message-conditions.ts'
import type { Db } from '#store/sql/db.ts'
import { inIds } from '#store/sql/id-list.ts'
import type { DataExportsTable } from '#store/sql/tables/organization.ts'

export type DataExportRow = Selectable<DataExportsTable>

/** An organization's exports, oldest first. */
export function listExports(db: Db, organizationId: number): Promise<DataExportRow[]> {
  return db
    .selectFrom('data_exports')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .orderBy('id')
    .execute()
}

/** An organization's oldest unfinished export. */
export function nextExport(db: Db, organizationId: number): Promise<DataExportRow | undefined> {
  return db
    .selectFrom('data_exports')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('made_at', 'is', null)
    .where('failed_at', 'is', null)
    .orderBy('id')
    .executeTakeFirst()
}

/** Adds an export to be made and returns its id. */
export async function insertExport(
  tx: Tx,
  actingUserId: number,
  { type, query = '' }: { readonly type: string; readonly query?: string },
): Promise<number> {
  const { id } = await tx.db
    .insertInto('data_exports')
    .values({
      organization_id: tx.organizationId,
      acting_user_id: actingUserId,
      type,
      asked_at: tx.now,
      made_at: null,
      failed_at: null,
      deleted_at: null,
      blob_key: null,
      query,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Seconds for which the archive of one person's data, or of a compliance export, is kept. */
export const archiveKeptSeconds = 7 * 24 * 3600

/** Archives with a query that were kept for long enough. */
export function outlivedExports(db: Db, organizationId: number, now: number): Promise<DataExportRow[]> {
  return db
    .selectFrom('data_exports')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('query', '<>', '')
    .where('blob_key', 'is not', null)
    .where('made_at', '<=', now - archiveKeptSeconds)
    .execute()
}

export async function updateExport(
  tx: Tx,
  id: number,
  change: Partial<Pick<DataExportRow, 'made_at' | 'failed_at' | 'deleted_at' | 'blob_key'>>,
): Promise<void> {
  await tx.db.updateTable('data_exports').set(change).where('id', '=', id).execute()
}

/** Private conversations in an export: those of `users`, in these private channels at most. */
export interface PrivateReach {
  readonly userIds: readonly number[]
  /** Private channels of which only messages are included that one of the users received. */
  readonly receivedIn: readonly number[]
}

/** Messages of whole channels, and messages in private conversations that one of the users received. */
export const isExported =
  (db: Db, channelIds: readonly number[], { userIds, receivedIn }: PrivateReach): MessageCondition =>
  (eb) =>
    eb.or([
      inIds(db, eb.ref('m.channel_id'), channelIds),
      eb.and([
        eb('m.channel_id', '=', 0),
        eb.exists(
          eb
            .selectFrom('conversation_participants as p')
            .select('p.user_id')
            .whereRef('p.conversation_id', '=', 'm.conversation_id')
            .where((of) => inIds(db, of.ref('p.user_id'), userIds)),
        ),
      ]),
      eb.and([
        inIds(db, eb.ref('m.channel_id'), receivedIn),
        eb.exists(
          eb
            .selectFrom('subscription_spans as s')
            .select('s.user_id')
            .whereRef('s.channel_id', '=', 'm.channel_id')
            .whereRef('s.after_message', '<', 'm.id')
            .where((of) =>
              of.or([of('s.until_message', 'is', null), of('s.until_message', '>=', of.ref('m.id'))]),
            )
            .where((of) => inIds(db, of.ref('s.user_id'), userIds)),
        ),
      ]),
    ])
