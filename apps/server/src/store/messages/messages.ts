import type { Selectable } from 'kysely'
import type { MessageRow } from '#model/message-parts.ts'
import { must } from '#model/must.ts'
import type { Tx } from '#store/log/transactions.ts'
import type { Bit } from '#store/sql/bit.ts'
import type { Db } from '#store/sql/db.ts'
import { inIds, inIdText } from '#store/sql/id-list.ts'
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
  const inserted = await insert.first(tx.db, {
    organization: tx.organizationId,
    conversation: conversationId,
    channel: channelId,
    sender: senderId,
    client,
    content,
    rendered,
    sentAt: tx.now,
    isMe: bits.is_me_message,
    hasLink: bits.has_link,
    hasImage: bits.has_image,
    hasAttachment: bits.has_attachment,
  })
  const { id } = must(inserted, 'the insert of a message returned no id')
  await setNewest.run(tx.db, { conversation: conversationId, message: id })
  return {
    id,
    organization_id: tx.organizationId,
    conversation_id: conversationId,
    channel_id: channelId,
    sender_id: senderId,
    client,
    content,
    rendered: rendered === '' ? message.rendered : rendered,
    sent_at: tx.now,
    edited_at: null,
    moved_at: null,
    ...bits,
    edit_history: null,
    moves_taken: 0,
  }
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

/** Messages by id; deleted ones are left out. */
export async function findMessages(db: Db, ids: readonly number[]): Promise<Map<number, MessageRow>> {
  const found = new Map<number, MessageRow>()
  if (ids.length > 16) {
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
