import { sql } from 'kysely'
import { IdRanges } from '#model/id-ranges.ts'
import type { Foresight } from '#store/log/foresight.ts'
import type { Tx } from '#store/log/tx.ts'
import { prepared } from '#store/sql/prepared.ts'
import { putReadRanges } from './read-state.ts'

/** A message that was just sent. */
interface Arrival {
  readonly id: number
  readonly conversationId: number
  /** 0 for direct messages. */
  readonly channelId: number
}

/** A user who has read the message on arrival, with their earlier read state of the conversation. */
interface Reader {
  readonly user_id: number
  readonly read_through: number
  readonly ranges: string | null
}

/** Marks a new message as read for the subscribers of its channel, except some. */
export async function setReadOnArrival(
  tx: Tx,
  message: Arrival,
  unreadFor: ReadonlySet<number>,
): Promise<void> {
  const rows = await tx.db
    .selectFrom('subscriptions as s')
    .leftJoin('read_state as r', (join) =>
      join.onRef('r.user_id', '=', 's.user_id').on('r.conversation_id', '=', message.conversationId),
    )
    .select(['s.user_id', 's.read_through', 'r.ranges'])
    .where('s.channel_id', '=', message.channelId)
    .where('s.is_active', '=', 1)
    .execute()
  await addToRead(
    tx,
    message,
    rows.filter((row) => !unreadFor.has(row.user_id)),
  )
}

// The cross join makes SQLite begin with the few who mute, and not with all subscribers.
const subscribersMuting = prepared((db, p: { sender: number; channel: number; conversation: number }) =>
  db
    .selectFrom('muted_users as m')
    .crossJoin('subscriptions as s')
    .leftJoin('read_state as r', (join) =>
      join.onRef('r.user_id', '=', 'm.user_id').on('r.conversation_id', '=', p.conversation),
    )
    .select(['s.user_id', 's.read_through', 'r.ranges'])
    .where('m.muted_user_id', '=', p.sender)
    .whereRef('s.user_id', '=', 'm.user_id')
    .where('s.channel_id', '=', p.channel)
    .where('s.is_active', '=', 1),
)

const participantsMuting = prepared((db, p: { sender: number; conversation: number }) =>
  db
    .selectFrom('muted_users as m')
    .innerJoin('conversation_participants as c', 'c.user_id', 'm.user_id')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .leftJoin('read_state as r', (join) =>
      join.onRef('r.user_id', '=', 'm.user_id').onRef('r.conversation_id', '=', 'c.conversation_id'),
    )
    .select(['m.user_id', 'u.read_through', 'r.ranges'])
    .where('m.muted_user_id', '=', p.sender)
    .where('c.conversation_id', '=', p.conversation),
)

/** Tells whether anybody has muted a user. */
export const hasMuters: Foresight<number, boolean> = {
  tables: ['muted_users'],
  nameOf: String,
  one: async (db, _organizationId, user) => (await anyMuter.first(db, { user })) !== undefined,
  async many(db, _organizationId, users) {
    const muted = new Set((await mutedAmong.all(db, { users })).map((row) => row.muted_user_id))
    return users.map((user) => muted.has(user))
  },
}

const anyMuter = prepared((db, p: { user: number }) =>
  db.selectFrom('muted_users').select('user_id').where('muted_user_id', '=', p.user).limit(1),
)

const mutedAmong = prepared((db, p: { users: readonly number[] }) => ({
  compile: () =>
    sql<{ muted_user_id: number }>`
      select distinct muted_user_id from muted_users where muted_user_id = any(${p.users}::bigint[])`.compile(
      db,
    ),
}))

/** Marks a new message as read for recipients who have muted its sender. Returns their ids. */
export async function setReadForMuters(
  tx: Tx,
  message: Arrival & { readonly senderId: number },
): Promise<number[]> {
  const { channelId: channel, conversationId: conversation, senderId: sender } = message
  // On PostgreSQL it is known beforehand that nobody has, nearly always.
  if (tx.batch?.fact(hasMuters, sender)?.value === false) return []
  const muters =
    channel === 0
      ? await participantsMuting.all(tx.db, { sender, conversation })
      : await subscribersMuting.all(tx.db, { sender, channel, conversation })
  await addToRead(tx, message, muters)
  return muters.map((row) => row.user_id)
}

async function addToRead(tx: Tx, message: Arrival, readers: readonly Reader[]): Promise<void> {
  if (readers.length === 0) return
  const before = await tx.db
    .selectFrom('messages')
    .select((eb) => eb.fn.max('id').as('newest'))
    .where('conversation_id', '=', message.conversationId)
    .where('id', '<', message.id)
    .executeTakeFirst()
  const newest = before?.newest ?? 0
  await putReadRanges(
    tx,
    readers.map((reader) => {
      const read = reader.ranges === null ? IdRanges.upTo(reader.read_through) : IdRanges.parse(reader.ranges)
      return {
        userId: reader.user_id,
        conversationId: message.conversationId,
        ranges: read.floor >= newest ? IdRanges.upTo(message.id) : read.union(IdRanges.of([message.id])),
      }
    }),
  )
}
