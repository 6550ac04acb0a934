import { IdRanges } from '#model/id-ranges.ts'
import { flagBits } from '#store/messages/message-flags.ts'
import type { Db } from '#store/sql/db.ts'
import { inIds } from '#store/sql/id-list.ts'
import type { ReadableMessage } from './read-state.ts'

/** Facts of one message for one user. */
export interface Receipt {
  readonly userId: number
  /** False for somebody who only has flags on it: they read it without being subscribed when it was sent. */
  readonly isReceived: boolean
  readonly isRead: boolean
  /** As in `flagBits`. */
  readonly flags: number
}

/**
 * Finds who received messages (ascending) and what they did with them, for all users of an organization: six queries,
 * however many there are.
 */
export async function receiptsOf(
  db: Db,
  messages: readonly ReadableMessage[],
  userIds: readonly number[],
): Promise<Map<number, Receipt[]>> {
  const [first, last] = [messages[0]?.id ?? 0, messages.at(-1)?.id ?? 0]
  const channelIds = [...new Set(messages.map((message) => message.channel_id))]
  const conversationIds = [...new Set(messages.map((message) => message.conversation_id))]
  const spans = await db
    .selectFrom('subscription_spans')
    .selectAll()
    .where((eb) => inIds(db, eb.ref('channel_id'), channelIds))
    .where('after_message', '<', last)
    .where((eb) => eb.or([eb('until_message', 'is', null), eb('until_message', '>=', first)]))
    .execute()
  const subscriptions = await db
    .selectFrom('subscriptions')
    .select(['channel_id', 'user_id', 'read_through'])
    .where((eb) => inIds(db, eb.ref('channel_id'), channelIds))
    .where('is_active', '=', 1)
    .execute()
  const participants = await db
    .selectFrom('conversation_participants as p')
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .select(['p.conversation_id', 'p.user_id', 'u.read_through'])
    .where((eb) => inIds(db, eb.ref('p.conversation_id'), conversationIds))
    .orderBy('p.user_id')
    .execute()
  const ranges = await db
    .selectFrom('read_state')
    .select(['conversation_id', 'user_id', 'ranges'])
    .where((eb) => inIds(db, eb.ref('conversation_id'), conversationIds))
    .execute()
  const flags = await db
    .selectFrom('message_flags')
    .selectAll()
    // The key begins with the user.
    .where((eb) => inIds(db, eb.ref('user_id'), userIds))
    .where('message_id', '>=', first)
    .where('message_id', '<=', last)
    .execute()
  return collected(messages, {
    spans: Map.groupBy(spans, (row) => row.channel_id),
    subscriptions: new Map(
      subscriptions.map((row) => [`${row.channel_id} ${row.user_id}`, row.read_through]),
    ),
    participants: Map.groupBy(participants, (row) => row.conversation_id),
    ranges: new Map(
      ranges.map((row) => [`${row.conversation_id} ${row.user_id}`, IdRanges.parse(row.ranges)]),
    ),
    flags: Map.groupBy(flags, (row) => row.message_id),
  })
}

interface Found {
  readonly spans: ReadonlyMap<
    number,
    readonly { user_id: number; after_message: number; until_message: number | null }[]
  >
  /** Watermarks by channel and user. */
  readonly subscriptions: ReadonlyMap<string, number>
  readonly participants: ReadonlyMap<number, readonly { user_id: number; read_through: number }[]>
  /** By conversation and user. */
  readonly ranges: ReadonlyMap<string, IdRanges>
  readonly flags: ReadonlyMap<number, readonly { user_id: number; flags: number }[]>
}

function collected(messages: readonly ReadableMessage[], found: Found): Map<number, Receipt[]> {
  return new Map(
    messages.map((message) => {
      const { id, channel_id: channel, conversation_id: conversation } = message
      const flags = new Map((found.flags.get(id) ?? []).map((row) => [row.user_id, row.flags]))
      /** The watermark of each person who received it; undefined if they have read everything. */
      const received = new Map<number, number | undefined>()
      if (channel === 0)
        for (const row of found.participants.get(conversation) ?? [])
          received.set(row.user_id, row.read_through)
      for (const span of channel === 0 ? [] : (found.spans.get(channel) ?? []))
        if (span.after_message < id && (span.until_message === null || id <= span.until_message))
          received.set(span.user_id, found.subscriptions.get(`${channel} ${span.user_id}`))
      const isRead = (userId: number, bits: number): boolean => {
        const watermark =
          channel === 0 ? received.get(userId) : found.subscriptions.get(`${channel} ${userId}`)
        if (watermark === undefined) return true
        if (userId === message.sender_id) return (bits & flagBits.ownUnread) === 0
        return found.ranges.get(`${conversation} ${userId}`)?.has(id) ?? id <= watermark
      }
      const receipts = [...new Set([...received.keys(), ...flags.keys()])].map((userId) => {
        const bits = flags.get(userId) ?? 0
        return { userId, isReceived: received.has(userId), isRead: isRead(userId, bits), flags: bits }
      })
      return [id, receipts]
    }),
  )
}
