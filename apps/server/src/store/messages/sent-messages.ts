import type { Tx } from '#store/log/transactions.ts'
import type { Db } from '#store/sql/db.ts'
import { indexKey } from '#store/sql/index-key.ts'
import { prepared } from '#store/sql/prepared.ts'
import type { SentMessagesTable } from '#store/sql/tables/messages.ts'

/** A client's own name for a message that it sends. */
export interface LocalName {
  readonly queue_id: string
  readonly local_id: string
}

const sent = prepared((db, p: { user: number; queue: string; local: string }) =>
  db
    .selectFrom('sent_messages')
    .select(['message_id', 'new_policy'])
    .where('user_id', '=', p.user)
    .where('queue_id', '=', p.queue)
    .where('local_id', '=', p.local),
)

/** Finds the message that a client has already sent under a name. */
export function findSentMessage(
  db: Db,
  userId: number,
  { queue_id, local_id }: LocalName,
): Promise<Pick<SentMessagesTable, 'message_id' | 'new_policy'> | undefined> {
  return sent.first(db, { user: userId, queue: indexKey(queue_id), local: indexKey(local_id) })
}

const rememberSent = prepared(
  (
    db,
    p: {
      user: number
      queue: string
      local: string
      message: number
      at: number
      policy: SentMessagesTable['new_policy']
    },
  ) =>
    db.insertInto('sent_messages').values({
      user_id: p.user,
      queue_id: p.queue,
      local_id: p.local,
      message_id: p.message,
      sent_at: p.at,
      new_policy: p.policy,
    }),
)

export async function insertSentMessage(
  tx: Tx,
  userId: number,
  { queue_id, local_id }: LocalName,
  message: { readonly id: number; readonly newPolicy?: SentMessagesTable['new_policy'] | undefined },
): Promise<void> {
  await rememberSent.run(tx.db, {
    user: userId,
    queue: indexKey(queue_id),
    local: indexKey(local_id),
    message: message.id,
    at: tx.now,
    policy: message.newPolicy ?? null,
  })
}

/** Forgets clients' own names for messages sent before a time (UNIX seconds). */
export async function forgetSentMessages(tx: Tx, before: number): Promise<void> {
  await tx.db.deleteFrom('sent_messages').where('sent_at', '<', before).execute()
}
