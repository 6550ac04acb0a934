import { visibilityPolicies } from '@tagma/contract/objects/user-topic.ts'
import { type Selectable, sql } from 'kysely'
import type { Foresight } from '#store/log/foresight.ts'
import type { Tx } from '#store/log/tx.ts'
import { topicKey } from '#store/sql/conversation-keys.ts'
import type { Db } from '#store/sql/db.ts'
import { inIds, inIdText } from '#store/sql/id-list.ts'
import { insertMany } from '#store/sql/insert-many.ts'
import { prepared } from '#store/sql/prepared.ts'
import type { UserTopicsTable } from '#store/sql/tables/channels.ts'

export type UserTopicRow = Selectable<UserTopicsTable>

const ofUsers = prepared((db, p: { users: string }) =>
  db
    .selectFrom('user_topics')
    .selectAll()
    .where(inIdText(db, 'user_id', p.users))
    .orderBy('channel_id')
    .orderBy('topic_key'),
)

/** Users' settings for topics, by channel and topic. */
export const listUserTopics = (db: Db, userIds: readonly number[]): Promise<UserTopicRow[]> =>
  ofUsers.all(db, { users: JSON.stringify(userIds) })

/** A user's setting for one topic; topics are compared without case. */
export function findUserTopic(
  db: Db,
  userId: number,
  channelId: number,
  topic: string,
): Promise<UserTopicRow | undefined> {
  return db
    .selectFrom('user_topics')
    .selectAll()
    .where('user_id', '=', userId)
    .where('channel_id', '=', channelId)
    .where('topic_key', '=', topicKey(topic))
    .executeTakeFirst()
}

/** All users' settings for one topic. */
export function userTopicsOf(db: Db, channelId: number, topic: string): Promise<UserTopicRow[]> {
  return db
    .selectFrom('user_topics')
    .selectAll()
    .where('channel_id', '=', channelId)
    .where('topic_key', '=', topicKey(topic))
    .execute()
}

interface Standing {
  readonly userId: number
  readonly isMuted: boolean
  readonly policy: number
}

interface StandingKey {
  readonly userId: number
  readonly channelId: number
  /** Made by `topicKey`. */
  readonly key: string
}

/** A user's settings for a channel and one of its topics; undefined without a subscription. */
export const topicStanding: Foresight<StandingKey, Standing | undefined> = {
  tables: ['subscriptions', 'user_topics'],
  nameOf: ({ userId, channelId, key }) => `${userId} ${channelId} ${key}`,
  async one(db, _organizationId, { userId, channelId, key }) {
    const row = await standingOfOne.first(db, { user: userId, channel: channelId, key })
    return row && standingOf(row)
  },
  async many(db, _organizationId, keys) {
    const rows = await standingsAmong.all(db, {
      users: keys.map(({ userId }) => userId),
      channels: keys.map(({ channelId }) => channelId),
      keys: keys.map(({ key }) => key),
    })
    const found = new Map(rows.map((row) => [row.place, standingOf(row)]))
    return keys.map((_, index) => found.get(index + 1))
  },
}

interface StandingRow {
  readonly user_id: number
  readonly is_muted: number
  readonly visibility_policy: number | null
}

const standingOf = (row: StandingRow): Standing => ({
  userId: row.user_id,
  isMuted: row.is_muted === 1,
  policy: row.visibility_policy ?? visibilityPolicies.inherit,
})

const standingOfOne = prepared((db, p: { user: number; channel: number; key: string }) =>
  standings(db, p.channel, p.key).where('s.user_id', '=', p.user),
)

const standingsAmong = prepared((db, p: { users: number[]; channels: number[]; keys: string[] }) => ({
  compile: () =>
    sql<StandingRow & { place: number }>`
      select s.user_id, s.is_muted, u.visibility_policy, wanted.place
      from unnest(${p.users}::bigint[], ${p.channels}::bigint[], ${p.keys}::text[])
        with ordinality as wanted (user_id, channel_id, topic_key, place)
      join subscriptions s on s.user_id = wanted.user_id and s.channel_id = wanted.channel_id and s.is_active = 1
      left join user_topics u on u.user_id = wanted.user_id and u.channel_id = wanted.channel_id
        and u.topic_key = wanted.topic_key`.compile(db),
}))

/** Settings for a channel and one of its topics, of the subscribers among some users. */
export async function topicStandings(
  tx: Tx,
  channelId: number,
  topic: string,
  userIds: readonly number[],
): Promise<Standing[]> {
  const key = topicKey(topic)
  const [first] = userIds
  if (first === undefined) return []
  const known = userIds.flatMap((userId) => tx.batch?.fact(topicStanding, { userId, channelId, key }) ?? [])
  if (known.length === userIds.length) return known.flatMap(({ value }) => value ?? [])
  const rows =
    userIds.length === 1
      ? await standingOfOne.all(tx.db, { user: first, channel: channelId, key })
      : await standings(tx.db, channelId, key)
          .where((eb) => inIds(tx.db, eb.ref('s.user_id'), userIds))
          .execute()
  return rows.map(standingOf)
}

function standings(db: Db, channelId: number, key: string) {
  return db
    .selectFrom('subscriptions as s')
    .leftJoin('user_topics as u', (join) =>
      join
        .onRef('u.user_id', '=', 's.user_id')
        .onRef('u.channel_id', '=', 's.channel_id')
        .on('u.topic_key', '=', key),
    )
    .select(['s.user_id', 's.is_muted', 'u.visibility_policy'])
    .where('s.channel_id', '=', channelId)
    .where('s.is_active', '=', 1)
}

/** Writes users' policies for a topic, by id; the policy `inherit` deletes the row. */
export async function setUserTopics(
  tx: Tx,
  channelId: number,
  topic: string,
  policies: ReadonlyMap<number, number>,
): Promise<void> {
  const key = topicKey(topic)
  const forgotten = [...policies].flatMap(([id, policy]) =>
    policy === visibilityPolicies.inherit ? [id] : [],
  )
  if (forgotten.length > 0)
    await tx.db
      .deleteFrom('user_topics')
      .where('channel_id', '=', channelId)
      .where('topic_key', '=', key)
      .where((eb) => inIds(tx.db, eb.ref('user_id'), forgotten))
      .execute()
  const rows = [...policies].flatMap(([user_id, visibility_policy]) =>
    visibility_policy === visibilityPolicies.inherit
      ? []
      : [{ user_id, channel_id: channelId, topic_key: key, topic, visibility_policy, updated_at: tx.now }],
  )
  await insertMany(tx.db, 'user_topics', rows, (insert) =>
    insert.onConflict((conflict) =>
      conflict.columns(['user_id', 'channel_id', 'topic_key']).doUpdateSet((eb) => ({
        topic: eb.ref('excluded.topic'),
        visibility_policy: eb.ref('excluded.visibility_policy'),
        updated_at: eb.ref('excluded.updated_at'),
      })),
    ),
  )
}
