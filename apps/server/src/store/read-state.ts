import type { Db } from './db.ts'
import { IdRanges } from './id-ranges.ts'
import { insertMany } from './insert-many.ts'
import { flagBits } from './message-flags.ts'
import { isDirectFor, inSpanOf } from './messages.ts'
import { prepared } from './prepared.ts'
import type { Tx } from './transactions.ts'

interface Watermark {
  readonly through: number
  readonly version: number
}

interface ReadRow {
  readonly ranges: IdRanges
  readonly version: number
}

/** What a message needs to be told read from unread. */
export interface ReadableMessage {
  readonly id: number
  readonly conversation_id: number
  readonly channel_id: number
  readonly sender_id: number
}

/**
 * What a user has read. A message is read when it is in its conversation's ranges, or below a watermark that is newer
 * than those ranges: marking a channel or everything as read moves a watermark instead of writing every conversation.
 * What users sent themselves is read unless a flag says otherwise.
 */
export class ReadState {
  readonly userId: number
  readonly #user: Watermark
  readonly #channels: ReadonlyMap<number, Watermark>
  readonly #conversations: ReadonlyMap<number, ReadRow>

  constructor(
    userId: number,
    user: Watermark,
    channels: ReadonlyMap<number, Watermark>,
    conversations: ReadonlyMap<number, ReadRow>,
  ) {
    this.userId = userId
    this.#user = user
    this.#channels = channels
    this.#conversations = conversations
  }

  /** `flags` are the user's stored flags of the message. */
  hasRead(message: ReadableMessage, flags: number): boolean {
    if (message.sender_id === this.userId) return (flags & flagBits.ownUnread) === 0
    const row = this.#conversations.get(message.conversation_id)
    if (row?.ranges.has(message.id)) return true
    const version = row?.version ?? -1
    const channel = this.#channels.get(message.channel_id)
    return (
      (message.id <= this.#user.through && version < this.#user.version) ||
      (channel !== undefined && message.id <= channel.through && version < channel.version)
    )
  }

  /** The ranges of a conversation with the watermarks taken in. */
  rangesOf(conversationId: number, channelId: number): IdRanges {
    const row = this.#conversations.get(conversationId)
    const version = row?.version ?? -1
    let ranges = row?.ranges ?? IdRanges.empty
    if (version < this.#user.version) ranges = ranges.union(IdRanges.upTo(this.#user.through))
    const channel = this.#channels.get(channelId)
    if (channel && version < channel.version) ranges = ranges.union(IdRanges.upTo(channel.through))
    return ranges
  }

  /** The newest watermark's version, for rows that have taken it in. */
  get version(): number {
    return Math.max(this.#user.version, ...[...this.#channels.values()].map((channel) => channel.version))
  }

  /** Everything in a channel up to here is read, whatever the ranges say. */
  floorOf(channelId: number): number {
    const channel = this.#channels.get(channelId)
    return Math.max(0, Math.min(this.#user.through, channel?.through ?? 0))
  }
}

const watermarkOf = prepared((db, p: { user: number }) =>
  db.selectFrom('users').select(['read_through', 'read_version']).where('id', '=', p.user),
)

/** Reads what a user has read, in some conversations or in all. */
export async function loadReadState(
  db: Db,
  userId: number,
  conversationIds?: readonly number[],
): Promise<ReadState> {
  const user = await watermarkOf.first(db, { user: userId })
  const channels = await db
    .selectFrom('subscriptions')
    .select(['channel_id', 'read_through', 'read_version'])
    .where('user_id', '=', userId)
    .where('read_version', '>', 0)
    .execute()
  const query = db.selectFrom('read_state').selectAll().where('user_id', '=', userId)
  const rows =
    conversationIds?.length === 0
      ? []
      : await (conversationIds ? query.where('conversation_id', 'in', [...conversationIds]) : query).execute()
  return new ReadState(
    userId,
    { through: user?.read_through ?? 0, version: user?.read_version ?? 0 },
    new Map(
      channels.map((row) => [row.channel_id, { through: row.read_through, version: row.read_version }]),
    ),
    new Map(
      rows.map((row) => [row.conversation_id, { ranges: IdRanges.parse(row.ranges), version: row.version }]),
    ),
  )
}

/**
 * Marks messages as read or as unread again. Gaps in which a conversation has no unread message are closed, so that a
 * row stays about as long as its conversation has unread stretches.
 */
export async function setRead(
  tx: Tx,
  userId: number,
  messages: readonly ReadableMessage[],
  read: boolean,
): Promise<void> {
  const others = messages.filter((message) => message.sender_id !== userId)
  const conversations = Map.groupBy(others, (message) => message.conversation_id)
  if (conversations.size === 0) return
  const state = await loadReadState(tx.db, userId, [...conversations.keys()])
  const rows: { user_id: number; conversation_id: number; ranges: string; version: number }[] = []
  for (const [conversation, group] of conversations) {
    const ids = group.map((message) => message.id)
    const before = state.rangesOf(conversation, group[0]?.channel_id ?? 0)
    const ranges = read
      ? await closeGaps(tx.db, userId, conversation, before.union(IdRanges.of(ids)))
      : before.without(ids)
    rows.push({
      user_id: userId,
      conversation_id: conversation,
      ranges: ranges.toString(),
      version: state.version,
    })
  }
  await insertMany(tx.db, 'read_state', rows, (insert) =>
    insert.onConflict((conflict) =>
      conflict.columns(['user_id', 'conversation_id']).doUpdateSet((eb) => ({
        ranges: eb.ref('excluded.ranges'),
        version: eb.ref('excluded.version'),
      })),
    ),
  )
}

const idsAfter = prepared((db, p: { conversation: number; id: number; user: number }) =>
  db
    .selectFrom('messages')
    .select('id')
    .where('conversation_id', '=', p.conversation)
    .where('id', '>', p.id)
    .where('sender_id', '!=', p.user)
    .orderBy('id'),
)

async function closeGaps(db: Db, userId: number, conversation: number, ranges: IdRanges): Promise<IdRanges> {
  const rest = await idsAfter.all(db, { conversation, id: ranges.floor, user: userId })
  const last = rest.findLast(({ id }) => ranges.has(id))
  const end = Math.max(ranges.floor, last?.id ?? -1)
  return IdRanges.upTo(end).without(rest.filter(({ id }) => id < end && !ranges.has(id)).map(({ id }) => id))
}

export interface UnreadMessage extends ReadableMessage {
  readonly topic: string
  readonly flags: number
}

/** A user's unread messages, the newest `limit`, ascending: in channels subscribed to now, and direct ones. */
export async function unreadMessages(db: Db, userId: number, limit: number): Promise<UnreadMessage[]> {
  const state = await loadReadState(db, userId)
  const rows = await db
    .selectFrom('messages as m')
    .innerJoin('conversations', 'conversations.id', 'm.conversation_id')
    .leftJoin('message_flags', (join) =>
      join.onRef('message_flags.message_id', '=', 'm.id').on('message_flags.user_id', '=', userId),
    )
    .select([
      'm.id',
      'm.conversation_id',
      'm.channel_id',
      'm.sender_id',
      'conversations.topic',
      'message_flags.flags',
    ])
    .where((eb) =>
      eb.or([
        isDirectFor(userId)(eb as never),
        eb.and([
          eb(
            'm.channel_id',
            'in',
            eb
              .selectFrom('subscriptions')
              .select('channel_id')
              .where('user_id', '=', userId)
              .where('is_active', '=', 1),
          ),
          inSpanOf(userId)(eb as never),
        ]),
      ]),
    )
    .orderBy('m.id')
    .execute()
  const unread = rows
    .map((row) => ({ ...row, flags: row.flags ?? 0 }))
    .filter((row) => !state.hasRead(row, row.flags))
  return unread.slice(-limit)
}
