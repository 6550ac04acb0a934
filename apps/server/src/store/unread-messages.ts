import { sql } from 'kysely'
import type { Db } from './db.ts'
import { floorTable, idsAsText, inIds, parseIds } from './id-list.ts'
import { IdRanges } from './id-ranges.ts'
import { isOwnUnread } from './message-flags.ts'
import { prepared } from './prepared.ts'

/** What a user has not read of a conversation. */
export interface UnreadConversation {
  readonly id: number
  /** 0 for direct messages. */
  readonly channel_id: number
  readonly topic: string
  /** Ascending, at least one. */
  readonly messageIds: readonly number[]
}

export interface Unread {
  /** In the order of their first unread messages. */
  readonly conversations: readonly UnreadConversation[]
  /** Those of the messages that the user sent. */
  readonly own: readonly number[]
}

/** Where unread messages are looked for; everywhere when both are missing. */
export interface UnreadScope {
  readonly channelId?: number
  readonly conversationId?: number
}

/** A conversation that may have unread messages. */
interface Candidate {
  readonly id: number
  readonly channel_id: number
  readonly topic: string
  readonly ranges: string | null
  /** Everything up to here is read. */
  readonly floor: number
}

/**
 * A user's unread messages, the newest `limit`: in channels subscribed to now, and direct ones. Only conversations with
 * a message above what is read of them are looked into.
 */
export async function unreadMessages(
  db: Db,
  userId: number,
  scope: UnreadScope = {},
  limit = Infinity,
): Promise<Unread> {
  const conversations = new Map<number, Omit<UnreadConversation, 'messageIds'> & { messageIds: number[] }>()
  const found = new Map((await findCandidates(db, userId, scope)).map((each) => [each.id, each]))
  for (const { id, ids } of await idsAbove(db, userId, [...found.values()])) {
    const candidate = found.get(id)
    if (!candidate) continue
    const { channel_id, topic, ranges } = candidate
    const read = ranges?.includes(',') ? IdRanges.parse(ranges) : undefined
    const messageIds = read ? ids.filter((each) => !read.has(each)) : ids
    if (messageIds.length > 0) conversations.set(id, { id, channel_id, topic, messageIds })
  }
  const own = await ownUnread(db, userId, scope)
  for (const { message_id, id, channel_id, topic } of own) {
    const conversation = conversations.get(id) ?? { id, channel_id, topic, messageIds: [] }
    conversation.messageIds.push(message_id)
    conversation.messageIds.sort(ascending)
    conversations.set(id, conversation)
  }
  return newestOf(
    {
      conversations: [...conversations.values()].toSorted(
        (a, b) => (a.messageIds[0] ?? 0) - (b.messageIds[0] ?? 0),
      ),
      own: own.map(({ message_id }) => message_id),
    },
    limit,
  )
}

/** The ids of unread messages, ascending. */
export const unreadIds = ({ conversations }: Unread): number[] =>
  conversations.flatMap(({ messageIds }) => messageIds).toSorted(ascending)

const ascending = (a: number, b: number) => a - b

function newestOf(unread: Unread, limit: number): Unread {
  const count = unread.conversations.reduce((sum, { messageIds }) => sum + messageIds.length, 0)
  if (count <= limit) return unread
  const first = unreadIds(unread).at(-limit) ?? 0
  return {
    own: unread.own.filter((id) => id >= first),
    conversations: unread.conversations
      .map((each) => ({ ...each, messageIds: each.messageIds.filter((id) => id >= first) }))
      .filter(({ messageIds }) => messageIds.length > 0),
  }
}

type Within = 'everywhere' | 'channel' | 'conversation'

/** The conversations of a user's channels and the direct ones, with the watermark that holds where nothing else is written. */
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

const candidatesWithin = (within: Within) =>
  prepared((db, p: { user: number; scope: number }) =>
    db
      .selectFrom(conversationsOf(db, p, within).as('c'))
      .leftJoin('read_state as r', (join) =>
        join.onRef('r.conversation_id', '=', 'c.id').on('r.user_id', '=', p.user),
      )
      .select((eb) => [
        'c.id',
        'c.channel_id',
        'c.topic',
        'r.ranges',
        eb.fn.coalesce('r.floor', 'c.read_through').as('floor'),
      ])
      .where((eb) => eb('c.newest_message_id', '>', eb.fn.coalesce('r.floor', 'c.read_through'))),
  )

const candidates = {
  everywhere: candidatesWithin('everywhere'),
  channel: candidatesWithin('channel'),
  conversation: candidatesWithin('conversation'),
}

async function findCandidates(
  db: Db,
  user: number,
  { channelId, conversationId }: UnreadScope,
): Promise<Candidate[]> {
  const within =
    conversationId !== undefined ? 'conversation' : channelId !== undefined ? 'channel' : 'everywhere'
  return candidates[within].all(db, { user, scope: conversationId ?? channelId ?? 0 })
}

const aboveOne = prepared((db, p: { conversation: number; id: number; user: number }) =>
  db
    .selectFrom('messages as m')
    .select(idsAsText(db, 'm.id').as('ids'))
    .where('m.conversation_id', '=', p.conversation)
    .where('m.id', '>', p.id)
    .where('m.sender_id', '!=', p.user),
)

const aboveMany = prepared((db, p: { floors: string; user: number }) =>
  db
    .selectFrom(floorTable(db, p.floors).as('floors'))
    .innerJoin('messages as m', (join) =>
      join.onRef('m.conversation_id', '=', 'floors.c').onRef('m.id', '>', 'floors.f'),
    )
    .select(['m.conversation_id', idsAsText(db, 'm.id').as('ids')])
    .where('m.sender_id', '!=', p.user)
    .groupBy('m.conversation_id'),
)

/** The ids of a conversation's messages above an id that others than the user sent, ascending. */
export async function idsOfOthers(
  db: Db,
  userId: number,
  conversation: number,
  id: number,
): Promise<number[]> {
  const row = await aboveOne.first(db, { conversation, id, user: userId })
  return parseIds(row?.ids)
}

/** The messages of others above the floor of each conversation, by one query. */
async function idsAbove(
  db: Db,
  user: number,
  found: readonly Candidate[],
): Promise<{ id: number; ids: number[] }[]> {
  const [only] = found
  if (!only) return []
  if (found.length === 1) return [{ id: only.id, ids: await idsOfOthers(db, user, only.id, only.floor) }]
  const floors = JSON.stringify(found.map(({ id, floor }) => ({ c: id, f: floor })))
  const rows = await aboveMany.all(db, { floors, user })
  return rows.map((row) => ({ id: row.conversation_id, ids: parseIds(row.ids) }))
}

const flagged = prepared((db, p: { user: number }) =>
  db.selectFrom('message_flags').select('message_id').where('user_id', '=', p.user).where(isOwnUnread),
)

/** What a user sent and has not read; mostly nothing. */
async function ownUnread(db: Db, userId: number, { channelId, conversationId }: UnreadScope) {
  const ids = (await flagged.all(db, { user: userId })).map(({ message_id }) => message_id)
  if (ids.length === 0) return []
  return db
    .selectFrom('messages as m')
    .innerJoin('conversations as c', 'c.id', 'm.conversation_id')
    .select(['m.id as message_id', 'c.id', 'c.channel_id', 'c.topic'])
    .where((eb) => inIds(db, eb.ref('m.id'), ids))
    .where((eb) =>
      eb.or([
        eb('m.channel_id', '=', 0),
        eb(
          'm.channel_id',
          'in',
          eb
            .selectFrom('subscriptions')
            .select('channel_id')
            .where('user_id', '=', userId)
            .where('is_active', '=', 1),
        ),
      ]),
    )
    .$if(channelId !== undefined, (query) => query.where(sql`c.channel_id`, '=', channelId))
    .$if(conversationId !== undefined, (query) => query.where(sql`c.id`, '=', conversationId))
    .execute()
}
