import { type Selectable, sql } from 'kysely'
import type { MessageRow } from '#model/message-parts.ts'
import { must } from '#model/must.ts'
import { foresee, type Foresight, type RowWriter } from '#store/log/foresight.ts'
import type { Tx } from '#store/log/tx.ts'
import type { Bit } from '#store/sql/bit.ts'
import type { Db } from '#store/sql/db.ts'
import { inIds, inIdText, isSqlite } from '#store/sql/id-list.ts'
import { prepared } from '#store/sql/prepared.ts'
import type { MessagesTable } from '#store/sql/tables/messages.ts'
import type { MessageCondition } from './message-conditions.ts'
import { packRendered, unpackRendered } from './packed-rendering.ts'

/** Unpacks the HTML of a row that was just read. */
function unpack(row: MessageRow): MessageRow {
  if (row.rendered === '') row.rendered = unpackRendered(row.content, row.rendered)
  return row
}

export interface NewMessageRow {
  readonly conversationId: number
  /** 0 for direct messages. */
  readonly channelId: number
  readonly senderId: number
  readonly client: string
  readonly content: string
  readonly rendered: string
  readonly isMeMessage: boolean
  readonly hasLink: boolean
  readonly hasImage: boolean
  readonly hasAttachment: boolean
}

const insert = prepared(
  (
    db,
    p: {
      organization: number
      conversation: number
      channel: number
      sender: number
      client: string
      content: string
      rendered: string
      sentAt: number
      isMe: 0 | 1
      hasLink: 0 | 1
      hasImage: 0 | 1
      hasAttachment: 0 | 1
    },
  ) =>
    db
      .insertInto('messages')
      .values({
        organization_id: p.organization,
        conversation_id: p.conversation,
        channel_id: p.channel,
        sender_id: p.sender,
        client: p.client,
        content: p.content,
        rendered: p.rendered,
        sent_at: p.sentAt,
        edited_at: null,
        moved_at: null,
        is_me_message: p.isMe,
        has_link: p.hasLink,
        has_image: p.hasImage,
        has_attachment: p.hasAttachment,
        edit_history: null,
      })
      .returning('id'),
)

const setNewest = prepared((db, p: { conversation: number; message: number }) =>
  db.updateTable('conversations').set({ newest_message_id: p.message }).where('id', '=', p.conversation),
)

let reservations = 0

/** An id for a message that a body will probably insert. Ids are taken in the order of the bodies; a gap is no harm. */
const nextId: Foresight<number, number> = {
  tables: ['messages'],
  nameOf: String,
  one: () => Promise.reject(new Error('An insert takes an id by itself.')),
  async many(db, _organizationId, keys) {
    return (await nextIds.all(db, { count: keys.length })).map(({ id }) => id)
  },
}

const nextIds = prepared((db, p: { count: number }) => ({
  compile: () =>
    sql<{ id: number }>`select nextval(pg_get_serial_sequence('messages', 'id')) as id
      from generate_series(1, ${p.count}::int)`.compile(db),
}))

/** Foresees that a body inserts a message. */
export const foreseeMessage = () => foresee(nextId, reservations++)

type InsertedRow = Omit<Selectable<MessagesTable>, 'edited_at' | 'moved_at' | 'edit_history' | 'moves_taken'>

/** Writes new messages, and makes them the newest of their conversations. */
const newMessages: RowWriter<InsertedRow> = {
  write(db, rows) {
    const newest = new Map(rows.map((row) => [row.conversation_id, row.id]))
    return insertRows.run(db, {
      ids: rows.map((row) => row.id),
      organizations: rows.map((row) => row.organization_id),
      conversations: rows.map((row) => row.conversation_id),
      channels: rows.map((row) => row.channel_id),
      senders: rows.map((row) => row.sender_id),
      clients: rows.map((row) => row.client),
      contents: rows.map((row) => row.content),
      rendered: rows.map((row) => row.rendered),
      times: rows.map((row) => row.sent_at),
      me: rows.map((row) => row.is_me_message),
      links: rows.map((row) => row.has_link),
      images: rows.map((row) => row.has_image),
      attachments: rows.map((row) => row.has_attachment),
      changed: [...newest.keys()],
      newest: [...newest.values()],
    })
  },
}

const insertRows = prepared(
  (
    db,
    p: Record<
      | 'ids'
      | 'organizations'
      | 'conversations'
      | 'channels'
      | 'senders'
      | 'times'
      | 'me'
      | 'links'
      | 'images'
      | 'attachments'
      | 'changed'
      | 'newest',
      number[]
    > &
      Record<'clients' | 'contents' | 'rendered', string[]>,
  ) => ({
    compile: () =>
      sql`with added as (
          insert into messages (id, organization_id, conversation_id, channel_id, sender_id, client, content, rendered,
            sent_at, is_me_message, has_link, has_image, has_attachment)
          select * from unnest(${p.ids}::bigint[], ${p.organizations}::bigint[], ${p.conversations}::bigint[],
            ${p.channels}::bigint[], ${p.senders}::bigint[], ${p.clients}::text[], ${p.contents}::text[],
            ${p.rendered}::text[], ${p.times}::bigint[], ${p.me}::bigint[], ${p.links}::bigint[], ${p.images}::bigint[],
            ${p.attachments}::bigint[])
        )
        update conversations set newest_message_id = new.id
        from unnest(${p.changed}::bigint[], ${p.newest}::bigint[]) as new (conversation_id, id)
        where conversations.id = new.conversation_id`.compile(db),
  }),
)

/** Adds a message and returns its row. The number of rows written does not depend on who receives it. */
export async function insertMessage(tx: Tx, message: NewMessageRow): Promise<Selectable<MessagesTable>> {
  const { conversationId, channelId, senderId, client, content } = message
  const rendered = packRendered(content, message.rendered)
  const bits = {
    is_me_message: bit(message.isMeMessage),
    has_link: bit(message.hasLink),
    has_image: bit(message.hasImage),
    has_attachment: bit(message.hasAttachment),
  }
  const row = {
    organization_id: tx.organizationId,
    conversation_id: conversationId,
    channel_id: channelId,
    sender_id: senderId,
    client,
    content,
    rendered,
    sent_at: tx.now,
    ...bits,
  }
  const reserved = tx.batch?.take(nextId)
  const id = reserved ?? (await insertNow(tx, row))
  if (reserved !== undefined) tx.batch?.write(newMessages, { id, ...row })
  return {
    id,
    ...row,
    rendered: rendered === '' ? message.rendered : rendered,
    edited_at: null,
    moved_at: null,
    edit_history: null,
    moves_taken: 0,
  }
}

async function insertNow(tx: Tx, row: Omit<InsertedRow, 'id'>): Promise<number> {
  const inserted = await insert.first(tx.db, {
    organization: row.organization_id,
    conversation: row.conversation_id,
    channel: row.channel_id,
    sender: row.sender_id,
    client: row.client,
    content: row.content,
    rendered: row.rendered,
    sentAt: row.sent_at,
    isMe: row.is_me_message,
    hasLink: row.has_link,
    hasImage: row.has_image,
    hasAttachment: row.has_attachment,
  })
  const { id } = must(inserted, 'the insert of a message returned no id')
  await setNewest.run(tx.db, { conversation: row.conversation_id, message: id })
  return id
}

const bit = (isSo: boolean): Bit => (isSo ? 1 : 0)

/** Replaces a message's content; `editHistory` is the JSON list that includes the old version. */
export async function replaceContent(
  tx: Tx,
  id: number,
  message: Pick<
    NewMessageRow,
    'content' | 'rendered' | 'isMeMessage' | 'hasLink' | 'hasImage' | 'hasAttachment'
  >,
  editHistory: string,
): Promise<void> {
  await tx.db
    .updateTable('messages')
    .set({
      content: message.content,
      rendered: packRendered(message.content, message.rendered),
      is_me_message: message.isMeMessage ? 1 : 0,
      has_link: message.hasLink ? 1 : 0,
      has_image: message.hasImage ? 1 : 0,
      has_attachment: message.hasAttachment ? 1 : 0,
      edited_at: tx.now,
      edit_history: editHistory,
    })
    .where('id', '=', id)
    .execute()
}

/** Replaces the HTML of a message, whose content stays. */
export async function replaceRendered(
  tx: Tx,
  id: number,
  { content, rendered }: Pick<NewMessageRow, 'content' | 'rendered'>,
): Promise<void> {
  await tx.db
    .updateTable('messages')
    .set({ rendered: packRendered(content, rendered) })
    .where('id', '=', id)
    .execute()
}

/** Messages of one organization that meet all conditions, on one side of an id, nearest first. */
export async function messagesBeside(
  db: Db,
  organizationId: number,
  conditions: readonly MessageCondition[],
  side: { direction: 'before' | 'after'; id: number; inclusive: boolean; limit: number },
): Promise<MessageRow[]> {
  if (side.limit === 0) return []
  const isBefore = side.direction === 'before'
  const rows = await selectRows(db, organizationId, conditions)
    .where('m.id', isBefore ? (side.inclusive ? '<=' : '<') : side.inclusive ? '>=' : '>', side.id)
    .orderBy('m.id', isBefore ? 'desc' : 'asc')
    .limit(side.limit)
    .execute()
  return rows.map(unpack)
}

/** The messages among `ids` that meet all conditions, ascending. */
export async function messagesAmong(
  db: Db,
  organizationId: number,
  conditions: readonly MessageCondition[],
  ids: readonly number[],
): Promise<MessageRow[]> {
  if (ids.length === 0) return []
  const rows = await selectRows(db, organizationId, conditions)
    .where((eb) => inIds(db, eb.ref('m.id'), ids))
    .orderBy('m.id')
    .execute()
  return rows.map(unpack)
}

const texts = prepared((db, p: { ids: string }) =>
  db
    .selectFrom('messages')
    .select(['id', 'conversation_id', 'content', 'rendered'])
    .where(inIdText(db, 'id', p.ids))
    .orderBy('id'),
)

/** Text of a message; `rendered` is empty if the HTML adds nothing to the content. */
export type MessageText = Pick<MessageRow, 'id' | 'conversation_id' | 'content' | 'rendered'>

/** Texts of messages, ascending. Does not ask who may read them. */
export function textsOf(db: Db, ids: readonly number[]): Promise<MessageText[]> {
  return texts.all(db, { ids: JSON.stringify(ids) })
}

const withConversation = (db: Db) =>
  db.selectFrom('messages as m').innerJoin('conversations', 'conversations.id', 'm.conversation_id')

function meeting(db: Db, organizationId: number, conditions: readonly MessageCondition[]) {
  let query = withConversation(db).where('m.organization_id', '=', organizationId)
  for (const condition of conditions) query = query.where(condition as never)
  return query
}

const selectRows = (db: Db, organizationId: number, conditions: readonly MessageCondition[]) =>
  wholeRows(meeting(db, organizationId, conditions))

const wholeRows = (query: ReturnType<typeof withConversation>) =>
  query.selectAll('m').select(['conversations.topic', 'conversations.moves'])

const byId = prepared((db, p: { id: number }) => wholeRows(withConversation(db)).where('m.id', '=', p.id))

const byIds = prepared((db, p: { ids: readonly number[] }) =>
  wholeRows(withConversation(db)).where(sql<boolean>`m.id = any(${p.ids}::bigint[])`),
)

/** A message by its id; undefined if it was deleted. */
export const messageById: Foresight<number, MessageRow | undefined> = {
  tables: ['messages', 'conversations'],
  nameOf: String,
  one: async (db, _organizationId, id) => (await findMessages(db, [id])).get(id),
  async many(db, _organizationId, ids) {
    const rows = await byIds.all(db, { ids })
    const found = new Map(rows.map((row) => [row.id, unpack(row)]))
    return ids.map((id) => found.get(id))
  },
}

/** `findMessages` for a body that has foreseen them. */
export async function foreseenMessages(tx: Tx, ids: readonly number[]): Promise<Map<number, MessageRow>> {
  const known = ids.flatMap((id) => tx.batch?.fact(messageById, id) ?? [])
  if (known.length < ids.length) return findMessages(tx.db, ids)
  return new Map(known.flatMap(({ value }) => (value ? [[value.id, value]] : [])))
}

/** Messages by id; deleted ones are left out. */
export async function findMessages(db: Db, ids: readonly number[]): Promise<Map<number, MessageRow>> {
  const found = new Map<number, MessageRow>()
  // One statement for several costs SQLite more than a prepared one for each, and PostgreSQL less.
  if (ids.length > (isSqlite(db) ? 16 : 1)) {
    const rows = await wholeRows(withConversation(db))
      .where((eb) => inIds(db, eb.ref('m.id'), ids))
      .execute()
    for (const row of rows) found.set(row.id, unpack(row))
    return found
  }
  for (const id of ids) {
    const row = await byId.first(db, { id })
    if (row) found.set(id, unpack(row))
  }
  return found
}
