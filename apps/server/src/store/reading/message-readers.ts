import { IdRanges } from '#model/id-ranges.ts'
import { flagBits } from '#store/messages/message-flags.ts'
import type { Db } from '#store/sql/db.ts'
import { inIdText } from '#store/sql/id-list.ts'
import { prepared } from '#store/sql/prepared.ts'
import type { ReadableMessage } from './read-state.ts'

interface Place {
  readonly [name: string]: number | string
  readonly message: number
  readonly conversation: number
  readonly channel: number
  /** User ids as the text of a JSON list. */
  readonly users: string
}

const ofConversation = (isAmong: boolean) =>
  prepared((db, p: Place) =>
    db
      .selectFrom('conversation_participants as p')
      .innerJoin('users as u', 'u.id', 'p.user_id')
      .leftJoin('read_state as r', (join) =>
        join.onRef('r.user_id', '=', 'p.user_id').onRef('r.conversation_id', '=', 'p.conversation_id'),
      )
      .leftJoin('message_flags as f', (join) =>
        join.onRef('f.user_id', '=', 'p.user_id').on('f.message_id', '=', p.message),
      )
      .select(['p.user_id', 'u.read_through', 'r.ranges', 'f.flags'])
      .where('p.conversation_id', '=', p.conversation)
      .$if(isAmong, (query) => query.where(inIdText(db, 'p.user_id', p.users))),
  )

const ofChannel = (isAmong: boolean) =>
  prepared((db, p: Place) =>
    db
      .selectFrom('subscriptions as s')
      .leftJoin('read_state as r', (join) =>
        join.onRef('r.user_id', '=', 's.user_id').on('r.conversation_id', '=', p.conversation),
      )
      .leftJoin('message_flags as f', (join) =>
        join.onRef('f.user_id', '=', 's.user_id').on('f.message_id', '=', p.message),
      )
      .select(['s.user_id', 's.read_through', 'r.ranges', 'f.flags'])
      .where('s.channel_id', '=', p.channel)
      .where('s.is_active', '=', 1)
      .$if(isAmong, (query) => query.where(inIdText(db, 's.user_id', p.users))),
  )

const among = { conversation: ofConversation(true), channel: ofChannel(true) }
const all = { conversation: ofConversation(false), channel: ofChannel(false) }

/**
 * Tells, for each subscriber of a message's channel or participant of its direct conversation, whether they have read
 * it; with `users`, only for them. Subscribers who never received it count as readers.
 */
export async function readingOf(
  db: Db,
  message: ReadableMessage,
  userIds?: readonly number[],
): Promise<Map<number, boolean>> {
  const rows = await readingRows(db, message, userIds)
  return new Map(rows.map((row) => [row.user_id, hasRead(message, row)]))
}

function readingRows(db: Db, message: ReadableMessage, userIds?: readonly number[]) {
  return (userIds ? among : all)[message.channel_id === 0 ? 'conversation' : 'channel'].all(db, {
    message: message.id,
    conversation: message.conversation_id,
    channel: message.channel_id,
    users: JSON.stringify(userIds ?? []),
  })
}

function hasRead(message: ReadableMessage, row: Awaited<ReturnType<typeof readingRows>>[number]): boolean {
  if (row.user_id === message.sender_id) return ((row.flags ?? 0) & flagBits.ownUnread) === 0
  return row.ranges === null ? message.id <= row.read_through : IdRanges.parse(row.ranges).has(message.id)
}

/**
 * Reads once what users have read of a message's conversation. Returns a function that finds the readers among them of
 * any message there that somebody else sent.
 */
export async function readingAmong(
  db: Db,
  place: ReadableMessage,
  userIds: readonly number[],
): Promise<(message: ReadableMessage) => Set<number>> {
  const rows = await readingRows(db, place, userIds)
  return (message) => new Set(rows.filter((row) => hasRead(message, row)).map((row) => row.user_id))
}

/** The users of `readingOf` who have read the message. */
export async function readersOf(db: Db, message: ReadableMessage): Promise<Set<number>> {
  const reading = await readingOf(db, message)
  return new Set([...reading].flatMap(([userId, isRead]) => (isRead ? [userId] : [])))
}
