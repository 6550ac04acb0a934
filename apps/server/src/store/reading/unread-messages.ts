import { sql } from 'kysely'
import { IdRanges } from '#model/id-ranges.ts'
import { settleAll } from '#model/settle-all.ts'
import { isOwnUnread } from '#store/messages/message-flags.ts'
import type { Db } from '#store/sql/db.ts'
import { idsAsText, parseIds } from '#store/sql/id-list.ts'
import { prepared } from '#store/sql/prepared.ts'

/** A user's unread messages of a conversation. */
export interface UnreadConversation {
  readonly id: number
  /** 0 for direct messages. */
  readonly channel_id: number
  readonly topic: string
  /** Ascending, at least one. */
  readonly messageIds: number[]
}

export interface Unread {
  /** In the order of their first unread messages. */
  readonly conversations: readonly UnreadConversation[]
  /** Unread messages that the user sent. */
  readonly own: readonly number[]
}

/** Place to look for unread messages; without fields, everywhere. */
export interface UnreadScope {
  readonly channelId?: number
  readonly conversationId?: number
}

/**
 * A user's unread messages in subscribed channels and direct conversations. Looks only into conversations with a message
 * above the floor of their read ranges.
 */
export async function unreadMessages(db: Db, userId: number, scope: UnreadScope = {}): Promise<Unread> {
  const { within, scope: place } = placeOf(scope)
  const values = { user: userId, scope: place }
  const [found, own] = await settleAll([unreadIn[within].all(db, values), ownIn[within].all(db, values)])
  return gathered(found, own)
}

/** So many times as many ids as messages are wanted are looked through first: not all of them are for one user. */
const usualSpan = 4

/**
 * A user's newest `limit` unread messages everywhere. Whoever never marks anything as read, as many bots do, can have
 * millions. So only the newest `span` message ids are looked through, and all only if these hold too few.
 */
export async function newestUnread(
  db: Db,
  userId: number,
  limit: number,
  span = usualSpan * limit,
): Promise<Unread> {
  const values = { user: userId, scope: 0 }
  const [found, own] = await settleAll([
    newestUnreadIn.all(db, { ...values, span }),
    ownIn.everywhere.all(db, values),
  ])
  const isCut = found.some(({ is_cut }) => is_cut === 1)
  const isEnough = !isCut || countUnread(gathered(found, [])) >= limit
  return newestOf(isEnough ? gathered(found, own) : await unreadMessages(db, userId), limit)
}

interface FoundConversation {
  readonly id: number
  readonly channel_id: number
  readonly topic: string
  readonly ids: string | null
}

/** Puts together what the queries found: `ranges` holds the ids above the floor that are read. */
function gathered(
  found: readonly (FoundConversation & { readonly ranges: string | null })[],
  own: readonly FoundConversation[],
): Unread {
  const conversations = new Map<number, UnreadConversation>()
  for (const { id, channel_id, topic, ranges, ids } of found) {
    const above = parseIds(ids)
    const read = ranges?.includes(',') ? IdRanges.parse(ranges) : undefined
    const messageIds = read ? above.filter((each) => !read.has(each)) : above
    if (messageIds.length > 0) conversations.set(id, { id, channel_id, topic, messageIds })
  }
  const ownIds = own.map(({ ids }) => parseIds(ids))
  for (const [index, { id, channel_id, topic }] of own.entries()) {
    const others = conversations.get(id)?.messageIds ?? []
    const messageIds = [...others, ...(ownIds[index] ?? [])].toSorted(ascending)
    conversations.set(id, { id, channel_id, topic, messageIds })
  }
  const byFirst = [...conversations.values()].toSorted(
    (a, b) => (a.messageIds[0] ?? 0) - (b.messageIds[0] ?? 0),
  )
  return { conversations: byFirst, own: ownIds.flat() }
}

/** The ids of unread messages, ascending. */
export const unreadIds = ({ conversations }: Unread): number[] =>
  conversations.flatMap(({ messageIds }) => messageIds).toSorted(ascending)

const ascending = (a: number, b: number) => a - b

/** Number of unread messages. */
export const countUnread = ({ conversations }: Unread): number =>
  conversations.reduce((sum, { messageIds }) => sum + messageIds.length, 0)

function newestOf(unread: Unread, limit: number): Unread {
  if (countUnread(unread) <= limit) return unread
  const first = unreadIds(unread).at(-limit) ?? 0
  return {
    own: unread.own.filter((id) => id >= first),
    conversations: unread.conversations
      .map((each) => ({ ...each, messageIds: each.messageIds.filter((id) => id >= first) }))
      .filter(({ messageIds }) => messageIds.length > 0),
  }
}

type Within = 'everywhere' | 'channel' | 'conversation'

/**
 * Conversations of a user's channels and the direct ones, each with the watermark that holds without a row of its own.
 */
const conversationsOf = (db: Db, p: { user: number; scope: number }, within: Within) => {
  const inChannels = db
    .selectFrom('subscriptions as s')
    .innerJoin('conversations as c', 'c.channel_id', 's.channel_id')
    .select(['c.id', 'c.channel_id', 'c.topic', 'c.newest_message_id', 's.read_through'])
    .where('s.user_id', '=', p.user)
    .where('s.is_active', '=', 1)
  if (within === 'channel') return inChannels.where('s.channel_id', '=', p.scope)
  const direct = db
    .selectFrom('conversation_participants as p')
    .innerJoin('conversations as c', 'c.id', 'p.conversation_id')
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .select(['c.id', 'c.channel_id', 'c.topic', 'c.newest_message_id', 'u.read_through'])
    .where('p.user_id', '=', p.user)
  return within === 'everywhere'
    ? inChannels.unionAll(direct)
    : inChannels.where('c.id', '=', p.scope).unionAll(direct.where('c.id', '=', p.scope))
}

/** Conversations of a user with a message above the floor of what they have read. */
const behind = (db: Db, p: { user: number; scope: number }, within: Within) =>
  db
    .selectFrom(conversationsOf(db, p, within).as('c'))
    .leftJoin('read_state as r', (join) =>
      join.onRef('r.conversation_id', '=', 'c.id').on('r.user_id', '=', p.user),
    )
    .where((eb) => eb('c.newest_message_id', '>', eb.fn.coalesce('r.floor', 'c.read_through')))

/** Messages above a conversation's read floor; `ranges` holds the ids above the floor that are read. */
const unreadWithin = (within: Within) =>
  prepared((db, p: { user: number; scope: number }) =>
    behind(db, p, within).select((eb) => [
      'c.id',
      'c.channel_id',
      'c.topic',
      'r.ranges',
      eb
        .selectFrom('messages as m')
        .select(idsAsText(db, 'm.id').as('ids'))
        .whereRef('m.conversation_id', '=', 'c.id')
        .where('m.id', '>', eb.fn.coalesce('r.floor', 'c.read_through'))
        .where('m.sender_id', '!=', p.user)
        .as('ids'),
    ]),
  )

/** The same everywhere, among the newest `span` message ids. `is_cut` is 1 if older messages may be unread, too. */
const newestUnreadIn = prepared((db, p: { user: number; scope: number; span: number }) =>
  behind(db, p, 'everywhere').select((eb) => {
    const floor = eb.fn.coalesce('r.floor', 'c.read_through')
    const edge = sql<number>`((select max(id) from messages) - ${p.span})`
    return [
      'c.id',
      'c.channel_id',
      'c.topic',
      'r.ranges',
      sql<number>`case when ${floor} < ${edge} then 1 else 0 end`.as('is_cut'),
      eb
        .selectFrom('messages as m')
        .select(idsAsText(db, 'm.id').as('ids'))
        .whereRef('m.conversation_id', '=', 'c.id')
        // One bound: with two, SQLite goes through all that is above the lower one.
        .where('m.id', '>', sql<number>`case when ${floor} < ${edge} then ${edge} else ${floor} end`)
        .where('m.sender_id', '!=', p.user)
        .as('ids'),
    ]
  }),
)

const unreadIn = {
  everywhere: unreadWithin('everywhere'),
  channel: unreadWithin('channel'),
  conversation: unreadWithin('conversation'),
}

/** The prepared query of a scope, and its values. */
function placeOf({ channelId, conversationId }: UnreadScope): { within: Within; scope: number } {
  if (conversationId !== undefined) return { within: 'conversation', scope: conversationId }
  return channelId === undefined
    ? { within: 'everywhere', scope: 0 }
    : { within: 'channel', scope: channelId }
}

const aboveOne = prepared((db, p: { conversation: number; id: number; user: number }) =>
  db
    .selectFrom('messages as m')
    .select(idsAsText(db, 'm.id').as('ids'))
    .where('m.conversation_id', '=', p.conversation)
    .where('m.id', '>', p.id)
    .where('m.sender_id', '!=', p.user),
)

/** Ids of a conversation's messages above an id, without the user's own, ascending. */
export async function idsOfOthers(
  db: Db,
  userId: number,
  conversation: number,
  id: number,
): Promise<number[]> {
  const row = await aboveOne.first(db, { conversation, id, user: userId })
  return parseIds(row?.ids)
}

/** Unread messages that a user sent, by conversation. Mostly there are none, but a program may write as a person. */
const ownWithin = (within: Within) =>
  prepared((db, p: { user: number; scope: number }) =>
    db
      .selectFrom('message_flags as f')
      .innerJoin('messages as m', 'm.id', 'f.message_id')
      .innerJoin('conversations as c', 'c.id', 'm.conversation_id')
      .select(['c.id', 'c.channel_id', 'c.topic', idsAsText(db, 'm.id').as('ids')])
      .where('f.user_id', '=', p.user)
      .where(isOwnUnread)
      .where((eb) =>
        eb.or([
          eb('c.channel_id', '=', 0),
          eb(
            'c.channel_id',
            'in',
            eb
              .selectFrom('subscriptions')
              .select('channel_id')
              .where('user_id', '=', p.user)
              .where('is_active', '=', 1),
          ),
        ]),
      )
      .$if(within === 'channel', (query) => query.where('c.channel_id', '=', p.scope))
      .$if(within === 'conversation', (query) => query.where('c.id', '=', p.scope))
      .groupBy(['c.id', 'c.channel_id', 'c.topic']),
  )

const ownIn = {
  everywhere: ownWithin('everywhere'),
  channel: ownWithin('channel'),
  conversation: ownWithin('conversation'),
}
