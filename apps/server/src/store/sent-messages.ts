import type { Db } from './db.ts'
import { prepared } from './prepared.ts'
import type { Tx } from './transactions.ts'

const sent = prepared((db, p: { user: number; queue: string; local: string }) =>
  db
    .selectFrom('sent_messages')
    .select('message_id')
    .where('user_id', '=', p.user)
    .where('queue_id', '=', p.queue)
    .where('local_id', '=', p.local),
)

/** The message that a client has already sent under its own name for it. */
export async function findSentMessage(
  db: Db,
  userId: number,
  queueId: string,
  localId: string,
): Promise<number | undefined> {
  return (await sent.first(db, { user: userId, queue: queueId, local: localId }))?.message_id
}

const rememberSent = prepared(
  (db, p: { user: number; queue: string; local: string; message: number; at: number }) =>
    db.insertInto('sent_messages').values({
      user_id: p.user,
      queue_id: p.queue,
      local_id: p.local,
      message_id: p.message,
      sent_at: p.at,
    }),
)

export async function insertSentMessage(
  tx: Tx,
  userId: number,
  queueId: string,
  localId: string,
  messageId: number,
): Promise<void> {
  await rememberSent.run(tx.db, {
    user: userId,
    queue: queueId,
    local: localId,
    message: messageId,
    at: tx.now,
  })
}

/** Forgets clients' own names for messages sent before a time (UNIX seconds). */
export async function forgetSentMessages(tx: Tx, before: number): Promise<void> {
  await tx.db.deleteFrom('sent_messages').where('sent_at', '<', before).execute()
}
