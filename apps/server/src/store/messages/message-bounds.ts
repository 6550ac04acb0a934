import type { ExpressionBuilder, Selectable } from 'kysely'
import type { Db } from '#store/sql/db.ts'
import { prepared } from '#store/sql/prepared.ts'
import type { Tables } from '#store/sql/tables.ts'
import type { MessagesTable } from '#store/sql/tables/messages.ts'
import { endOfSpan } from './subscription-spans.ts'

const oldest = prepared((db, p: { channel: number }) =>
  db.selectFrom('messages').select('id').where('channel_id', '=', p.channel).orderBy('id').limit(1),
)

/** Id of a channel's first message; null for an empty channel. */
export async function firstMessageOf(db: Db, channelId: number): Promise<number | null> {
  return (await oldest.first(db, { channel: channelId }))?.id ?? null
}

const newest = prepared((db, p: { channel: number }) =>
  db.selectFrom('messages').select('id').where('channel_id', '=', p.channel).orderBy('id', 'desc').limit(1),
)

/** Id of a channel's newest message; 0 for an empty channel. */
export async function newestMessageOf(db: Db, channelId: number): Promise<number> {
  return (await newest.first(db, { channel: channelId }))?.id ?? 0
}

const newestOfAll = prepared((db, p: { organization: number }) =>
  db
    .selectFrom('messages')
    .select('id')
    .where('organization_id', '=', p.organization)
    .orderBy('id', 'desc')
    .limit(1),
)

/** Id of the organization's newest message; 0 without messages. */
export async function newestMessage(db: Db, organizationId: number): Promise<number> {
  return (await newestOfAll.first(db, { organization: organizationId }))?.id ?? 0
}

const from = prepared((db, p: { organization: number; id: number }) =>
  db
    .selectFrom('messages')
    .select(['id', 'sent_at'])
    .where('organization_id', '=', p.organization)
    .where('id', '>=', p.id)
    .orderBy('id')
    .limit(1),
)

/**
 * Id of an organization's first message sent at a time (UNIX seconds) or later; undefined without such a message. Ids
 * and times rise together, so that a few lookups are enough.
 */
export async function firstMessageSince(
  db: Db,
  organization: number,
  time: number,
): Promise<number | undefined> {
  let low = 0
  let high = (await newestMessage(db, organization)) + 1
  let found: number | undefined
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    const row = await from.first(db, { organization, id: middle })
    if (row && row.sent_at < time) {
      low = row.id + 1
    } else {
      if (row) found = row.id
      high = middle
    }
  }
  return found
}

const inSpan = (eb: ExpressionBuilder<Tables, 'subscription_spans'>) =>
  eb
    .selectFrom('messages')
    .whereRef('messages.channel_id', '=', 'subscription_spans.channel_id')
    .whereRef('messages.id', '>', 'subscription_spans.after_message')
    // Both ends of the span: the index is read inside the span only, and not up to the newest message.
    .where((inner) => inner('messages.id', '<=', endOfSpan(inner)))
    .select('messages.id')
    .orderBy('messages.id', 'desc')
    .limit(1)

// For each channel the last span with a message: some people have left and come back thousands of times.
const newestInChannels = prepared((db, p: { user: number }) =>
  db
    .selectFrom((eb) =>
      eb
        .selectFrom('subscription_spans')
        .select('channel_id')
        .distinct()
        .where('user_id', '=', p.user)
        .as('channel'),
    )
    .select((eb) =>
      eb
        .selectFrom('subscription_spans')
        .select((span) => inSpan(span).as('newest'))
        .where('subscription_spans.user_id', '=', p.user)
        .whereRef('subscription_spans.channel_id', '=', 'channel.channel_id')
        .where((span) => span.exists(inSpan(span)))
        .orderBy('subscription_spans.after_message', 'desc')
        .limit(1)
        .as('newest'),
    ),
)

const newestDirect = prepared((db, p: { user: number }) =>
  db
    .selectFrom('conversation_participants as p')
    .innerJoin('conversations as c', 'c.id', 'p.conversation_id')
    .select((eb) => eb.fn.max('c.newest_message_id').as('newest'))
    .where('p.user_id', '=', p.user),
)

/** Id of the newest message that a user received; -1 without messages. */
export async function newestReceived(db: Db, userId: number): Promise<number> {
  const inChannels = (await newestInChannels.all(db, { user: userId })).map((row) => row.newest ?? -1)
  return Math.max(-1, (await newestDirect.first(db, { user: userId }))?.newest || -1, ...inChannels)
}

/** The oldest messages of a channel, or of the organization's direct conversations (channel 0), in order. */
export function oldestMessages(
  db: Db,
  organizationId: number,
  channelId: number,
  limit: number,
): Promise<
  (Pick<Selectable<MessagesTable>, 'id' | 'sent_at' | 'conversation_id' | 'channel_id'> & { topic: string })[]
> {
  return db
    .selectFrom('messages as m')
    .innerJoin('conversations', 'conversations.id', 'm.conversation_id')
    .select(['m.id', 'm.sent_at', 'm.conversation_id', 'm.channel_id', 'conversations.topic'])
    .where('m.organization_id', '=', organizationId)
    .where('m.channel_id', '=', channelId)
    .orderBy('m.id')
    .limit(limit)
    .execute()
}
