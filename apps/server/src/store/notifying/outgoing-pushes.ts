import type { Insertable, Selectable } from 'kysely'
import type { Tx } from '#store/log/tx.ts'
import { inIds } from '#store/sql/id-list.ts'
import { insertMany } from '#store/sql/insert-many.ts'
import type { OutgoingPushesTable } from '#store/sql/tables/notifying.ts'
import { freshInOutbox } from './outbox.ts'

/** Place to which a notification goes: exactly one of its ids is set. */
export type PushTarget = Pick<
  Selectable<OutgoingPushesTable>,
  'device_id' | 'legacy_token_id' | 'web_push_id'
>

/** Puts notifications into the outbox, in this transaction; a job hands them over. */
export async function insertPushes(
  tx: Tx,
  pushes: readonly Pick<
    Insertable<OutgoingPushesTable>,
    'notification_id' | 'user_id' | keyof PushTarget | 'message_id' | 'payload'
  >[],
): Promise<void> {
  await insertMany(
    tx.db,
    'outgoing_pushes',
    pushes.map((push) => ({
      ...push,
      ...freshInOutbox(tx),
    })),
  )
}

/** Deletes notifications of messages from the outbox; with users, only theirs. */
export async function deletePushesOf(
  tx: Tx,
  messageIds: readonly number[],
  userIds?: readonly number[],
): Promise<void> {
  await tx.db
    .deleteFrom('outgoing_pushes')
    .where((eb) => inIds(tx.db, eb.ref('message_id'), messageIds))
    .where((eb) => (userIds ? inIds(tx.db, eb.ref('user_id'), userIds) : eb.lit(true)))
    .execute()
}
