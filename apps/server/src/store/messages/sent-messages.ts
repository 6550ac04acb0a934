import { sql } from 'kysely'
import type { Foresight, RowWriter } from '#store/log/foresight.ts'
import type { Tx } from '#store/log/tx.ts'
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

type Sent = Pick<SentMessagesTable, 'message_id' | 'new_policy'>

interface SentName {
  readonly userId: number
  readonly local: LocalName
}

/** The message that a client has already sent under a name. */
export const sentMessage: Foresight<SentName, Sent | undefined> = {
  tables: ['sent_messages'],
  nameOf: ({ userId, local }) => `${userId} ${indexKey(local.queue_id)} ${indexKey(local.local_id)}`,
  one: (db, _organizationId, { userId, local }) =>
    sent.first(db, { user: userId, queue: indexKey(local.queue_id), local: indexKey(local.local_id) }),
  async many(db, _organizationId, keys) {
    const rows = await sentAmong.all(db, {
      users: keys.map(({ userId }) => userId),
      queues: keys.map(({ local }) => indexKey(local.queue_id)),
      locals: keys.map(({ local }) => indexKey(local.local_id)),
    })
    const found = new Map(rows.map((row) => [row.place, row]))
    return keys.map((_, index) => found.get(index + 1))
  },
}

/** `sentMessage`, outside a transaction. */
export const findSentMessage = (db: Db, userId: number, local: LocalName): Promise<Sent | undefined> =>
  sentMessage.one(db, 0, { userId, local })

const sentAmong = prepared((db, p: { users: number[]; queues: string[]; locals: string[] }) => ({
  compile: () =>
    sql<Sent & { place: number }>`
      select s.message_id, s.new_policy, wanted.place
      from unnest(${p.users}::bigint[], ${p.queues}::text[], ${p.locals}::text[])
        with ordinality as wanted (user_id, queue_id, local_id, place)
      join sent_messages s using (user_id, queue_id, local_id)`.compile(db),
}))

type Remembered = {
  user: number
  queue: string
  local: string
  message: number
  at: number
  policy: SentMessagesTable['new_policy']
}

const rememberSent = prepared((db, p: Remembered) =>
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
  const row = {
    user: userId,
    queue: indexKey(queue_id),
    local: indexKey(local_id),
    message: message.id,
    at: tx.now,
    policy: message.newPolicy ?? null,
  }
  tx.batch?.forget(sentMessage, { userId, local: { queue_id, local_id } })
  if (tx.batch) tx.batch.write(namesOfSent, row)
  else await rememberSent.run(tx.db, row)
}

const namesOfSent: RowWriter<Remembered> = {
  write: (db, rows) =>
    rememberAll.run(db, {
      users: rows.map((row) => row.user),
      queues: rows.map((row) => row.queue),
      locals: rows.map((row) => row.local),
      messages: rows.map((row) => row.message),
      times: rows.map((row) => row.at),
      policies: rows.map((row) => row.policy),
    }),
}

const rememberAll = prepared(
  (
    db,
    p: {
      users: number[]
      queues: string[]
      locals: string[]
      messages: number[]
      times: number[]
      policies: (number | null)[]
    },
  ) => ({
    compile: () =>
      sql`insert into sent_messages (user_id, queue_id, local_id, message_id, sent_at, new_policy)
        select * from unnest(${p.users}::bigint[], ${p.queues}::text[], ${p.locals}::text[], ${p.messages}::bigint[],
          ${p.times}::bigint[], ${p.policies}::bigint[])`.compile(db),
  }),
)

/** Forgets clients' own names for messages sent before a time (UNIX seconds). */
export async function forgetSentMessages(tx: Tx, before: number): Promise<void> {
  await tx.db.deleteFrom('sent_messages').where('sent_at', '<', before).execute()
}
