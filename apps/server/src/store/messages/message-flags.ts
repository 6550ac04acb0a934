import type { MessageFlag } from '@tagma/contract/objects/message.ts'
import { sql } from 'kysely'
import type { Foresight, RowWriter } from '#store/log/foresight.ts'
import type { Tx } from '#store/log/tx.ts'
import type { Db } from '#store/sql/db.ts'
import { idsAsText, inIds, inIdText, parseIds } from '#store/sql/id-list.ts'
import { insertMany } from '#store/sql/insert-many.ts'
import { prepared } from '#store/sql/prepared.ts'
import type { MessageFlagsTable } from '#store/sql/tables/messages.ts'

/**
 * Flags that are stored in rows. `read` follows from the read state, and `historical` from the spans. `ownUnread` marks
 * the exception to the rule that senders have read their own messages.
 */
export const flagBits = {
  starred: 1,
  collapsed: 2,
  mentioned: 4,
  stream_wildcard_mentioned: 8,
  topic_wildcard_mentioned: 16,
  has_alert_word: 32,
  ownUnread: 64,
} as const

/** Condition: a row says that its user's own message is unread. An index has exactly these rows. */
export const isOwnUnread = sql<boolean>`(flags & ${sql.lit(flagBits.ownUnread)}) != 0`

export type StoredFlag = keyof typeof flagBits

/** Names of the set bits in the API. */
export function flagNames(bits: number): MessageFlag[] {
  const names: MessageFlag[] = []
  for (const name of [
    'starred',
    'collapsed',
    'mentioned',
    'stream_wildcard_mentioned',
    'topic_wildcard_mentioned',
    'has_alert_word',
  ] as const) {
    if (bits & flagBits[name]) names.push(name)
  }
  return names
}

/** Sets the flags of new messages. */
export async function insertFlags(
  tx: Tx,
  messageId: number,
  flags: ReadonlyMap<number, number>,
): Promise<void> {
  const rows = [...flags].map(([user_id, bits]) => ({ user_id, message_id: messageId, flags: bits }))
  if (tx.batch) for (const row of rows) tx.batch.write(newFlags, row)
  else if (flags.size <= few)
    for (const [user, bits] of flags) await insertOne.run(tx.db, { user, message: messageId, bits })
  else await insertMany(tx.db, 'message_flags', rows)
}

/** Up to so many rows, a prepared query for each costs less than building one for all. */
const few = 4

const insertOne = prepared((db, p: { user: number; message: number; bits: number }) =>
  db.insertInto('message_flags').values({ user_id: p.user, message_id: p.message, flags: p.bits }),
)

const newFlags: RowWriter<MessageFlagsTable> = {
  write: (db, rows) =>
    insertAll.run(db, {
      users: rows.map((row) => row.user_id),
      messages: rows.map((row) => row.message_id),
      flags: rows.map((row) => row.flags),
    }),
}

const insertAll = prepared((db, p: { users: number[]; messages: number[]; flags: number[] }) => ({
  compile: () =>
    sql`insert into message_flags (user_id, message_id, flags)
      select * from unnest(${p.users}::bigint[], ${p.messages}::bigint[], ${p.flags}::bigint[])`.compile(db),
}))

const flagsAmong = prepared((db, p: { user: number; messages: string }) =>
  db
    .selectFrom('message_flags')
    .select(['message_id', 'flags'])
    .where('user_id', '=', p.user)
    .where(inIdText(db, 'message_id', p.messages)),
)

/** A user's flags of messages, by message; messages without any are left out. */
export async function findFlags(
  db: Db,
  userId: number,
  messageIds: readonly number[],
): Promise<Map<number, number>> {
  if (messageIds.length === 0) return new Map()
  const rows = await flagsAmong.all(db, { user: userId, messages: JSON.stringify(messageIds) })
  return new Map(rows.map((row) => [row.message_id, row.flags]))
}

/** Switches one flag of a user on or off for messages. */
export async function setFlag(
  tx: Tx,
  userId: number,
  messageIds: readonly number[],
  flag: StoredFlag,
  on: boolean,
): Promise<void> {
  const bit = flagBits[flag]
  const before = await findFlags(tx.db, userId, messageIds)
  const changed: { user_id: number; message_id: number; flags: number }[] = []
  const gone: number[] = []
  for (const id of messageIds) {
    const old = before.get(id) ?? 0
    const bits = on ? old | bit : old & ~bit
    if (bits === old) continue
    if (bits === 0) gone.push(id)
    else changed.push({ user_id: userId, message_id: id, flags: bits })
  }
  if (gone.length > 0)
    await tx.db
      .deleteFrom('message_flags')
      .where('user_id', '=', userId)
      .where((eb) => inIds(tx.db, eb.ref('message_id'), gone))
      .execute()
  if (!tx.batch) return upsertFlags(tx, changed)
  for (const row of changed) {
    tx.batch.write(changedFlags, row)
    tx.batch.forget(holdersOfFlags, row.message_id)
  }
}

const changedFlags: RowWriter<MessageFlagsTable> = {
  write(db, rows) {
    // A statement writes no row twice: the last one counts.
    const last = [...new Map(rows.map((row) => [`${row.user_id} ${row.message_id}`, row])).values()]
    return upsertAll.run(db, {
      users: last.map((row) => row.user_id),
      messages: last.map((row) => row.message_id),
      flags: last.map((row) => row.flags),
    })
  },
}

const upsertAll = prepared((db, p: { users: number[]; messages: number[]; flags: number[] }) => ({
  compile: () =>
    sql`insert into message_flags (user_id, message_id, flags)
      select * from unnest(${p.users}::bigint[], ${p.messages}::bigint[], ${p.flags}::bigint[])
      on conflict (user_id, message_id) do update set flags = excluded.flags`.compile(db),
}))

async function upsertFlags(tx: Tx, rows: readonly MessageFlagsTable[]): Promise<void> {
  await insertMany(tx.db, 'message_flags', rows, (insert) =>
    insert.onConflict((conflict) =>
      conflict.columns(['user_id', 'message_id']).doUpdateSet((eb) => ({ flags: eb.ref('excluded.flags') })),
    ),
  )
}

const flagged = prepared((db, p: { user: number; bit: number }) =>
  db
    .selectFrom('message_flags')
    .select(idsAsText(db, 'message_id').as('ids'))
    .where('user_id', '=', p.user)
    .where(sql<boolean>`(flags & ${p.bit}) != 0`),
)

/** Messages with a user's flag, ascending. */
export async function messagesWithFlag(db: Db, userId: number, flag: StoredFlag): Promise<number[]> {
  const row = await flagged.first(db, { user: userId, bit: flagBits[flag] })
  return parseIds(row?.ids)
}

/** Flags of a message by user, of all users or of some. */
export async function flagsOfMessage(
  db: Db,
  messageId: number,
  among?: readonly number[],
): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('message_flags')
    .select(['user_id', 'flags'])
    .where('message_id', '=', messageId)
    .where((eb) => (among ? inIds(db, eb.ref('user_id'), among) : eb.lit(true)))
    .execute()
  return new Map(rows.map((row) => [row.user_id, row.flags]))
}

/** Users who have a flag on one of the messages. */
export async function flagHolders(db: Db, messageIds: readonly number[]): Promise<number[]> {
  const rows = await db
    .selectFrom('message_flags')
    .select('user_id')
    .distinct()
    .where((eb) => inIds(db, eb.ref('message_id'), messageIds))
    .execute()
  return rows.map(({ user_id }) => user_id)
}

/** Users who have a flag on a message. */
export const holdersOfFlags: Foresight<number, number[]> = {
  tables: ['message_flags'],
  nameOf: String,
  one: (db, _organizationId, id) => flagHolders(db, [id]),
  async many(db, _organizationId, ids) {
    const rows = await holdersAmong.all(db, { messages: ids })
    const holders = Map.groupBy(rows, (row) => row.message_id)
    return ids.map((id) => (holders.get(id) ?? []).map((row) => row.user_id))
  },
}

const holdersAmong = prepared((db, p: { messages: readonly number[] }) =>
  db
    .selectFrom('message_flags')
    .select(['message_id', 'user_id'])
    .where(sql<boolean>`message_id = any(${p.messages}::bigint[])`),
)

/** Flags of mentioned users. */
export const mentionBits =
  flagBits.mentioned | flagBits.stream_wildcard_mentioned | flagBits.topic_wildcard_mentioned

const mentioning = prepared((db, p: { user: number; from: number }) =>
  db
    .selectFrom('message_flags')
    .select(['message_id', 'flags'])
    .where('user_id', '=', p.user)
    .where('message_id', '>=', p.from)
    .where(sql<boolean>`(flags & ${sql.lit(mentionBits)}) != 0`),
)

/** Flags of the messages from an id on that mention a user, by message. */
export async function mentionsOf(db: Db, userId: number, from: number): Promise<Map<number, number>> {
  const rows = await mentioning.all(db, { user: userId, from })
  return new Map(rows.map((row) => [row.message_id, row.flags]))
}

/**
 * Tells whether flags mean a mention that clients count. A mention of everybody counts only in a topic that is not
 * muted.
 */
export const countsAsMention = (flags: number, isMuted: boolean): boolean =>
  (flags & (isMuted ? flagBits.mentioned : mentionBits)) !== 0

const ofContent = mentionBits | flagBits.has_alert_word

/**
 * Sets the flags that follow from a message's new content; all other flags stay. Returns the flags that the old content
 * gave.
 */
export async function replaceContentFlags(
  tx: Tx,
  messageId: number,
  fresh: ReadonlyMap<number, number>,
): Promise<Map<number, number>> {
  const before = await flagsOfMessage(tx.db, messageId)
  const after = new Map<number, number>()
  for (const [user, bits] of before) after.set(user, bits & ~ofContent)
  for (const [user, bits] of fresh) after.set(user, (after.get(user) ?? 0) | bits)
  for (const [user, bits] of after) if (bits === 0) after.delete(user)
  if (before.size > 0) await tx.db.deleteFrom('message_flags').where('message_id', '=', messageId).execute()
  await insertFlags(tx, messageId, after)
  const prior = [...before].map(([user, bits]) => [user, bits & ofContent] as const)
  return new Map(prior.filter(([, bits]) => bits !== 0))
}

/** Deletes the unread flags of users' own messages in a channel that they leave. */
export async function forgetOwnUnread(tx: Tx, userIds: readonly number[], channelId: number): Promise<void> {
  await tx.db
    .updateTable('message_flags')
    .set({ flags: sql<number>`flags & ${sql.lit(~flagBits.ownUnread)}` })
    .where('user_id', 'in', [...userIds])
    .where(isOwnUnread)
    .where('message_id', 'in', tx.db.selectFrom('messages').select('id').where('channel_id', '=', channelId))
    .execute()
  await tx.db
    .deleteFrom('message_flags')
    .where('user_id', 'in', [...userIds])
    .where('flags', '=', 0)
    .execute()
}
