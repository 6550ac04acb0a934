import { sql } from 'kysely'
import type { Tx } from '#store/log/transactions.ts'
import { participantsOf } from '#store/messages/conversations.ts'
import { unpackRendered } from '#store/messages/packed-rendering.ts'
import type { Db } from '#store/sql/db.ts'
import { inIds, isSqlite } from '#store/sql/id-list.ts'
import { insertMany } from '#store/sql/insert-many.ts'
import { prepared } from '#store/sql/prepared.ts'
import {
  bucketSize,
  bucketToken,
  channelToken,
  conversationToken,
  senderToken,
  userToken,
} from './search-tokens.ts'

/** Has messages indexed again before the next search. */
export async function markStale(
  tx: Tx,
  messages: (db: Db) => ReturnType<typeof idsOfMessages>,
): Promise<void> {
  await tx.db
    .insertInto('search_stale')
    .columns(['organization_id', 'message_id'])
    .expression((eb) =>
      eb
        .selectFrom(messages(tx.db).as('changed'))
        .select([sql.lit(tx.organizationId).as('organization_id'), 'changed.id']),
    )
    .execute()
}

// Only for its type: a query for ids.
const idsOfMessages = (db: Db) => db.selectFrom('messages').select('id')

/** Takes messages that are gone out of the index. */
export async function removeFromIndex(tx: Tx, messageIds: readonly number[]): Promise<void> {
  await (
    isSqlite(tx.db)
      ? sql`delete from message_search where ${inIds(tx.db, sql<number>`rowid`, messageIds)}`
      : sql`delete from message_search where ${inIds(tx.db, sql<number>`message_id`, messageIds)}`
  ).execute(tx.db)
}

export interface Unindexed {
  readonly id: number
  readonly content: string
  readonly rendered: string
}

export interface Backlog {
  /** The index has everything up to here. */
  readonly through: number
  /** Rows of `search_stale` up to here belong to it. */
  readonly staleThrough: number
  readonly messages: readonly Unindexed[]
  /** The index has everything up to here once these are in. */
  readonly next: number
}

const progress = prepared((db, p: { organization: number }) =>
  db.selectFrom('search_progress').select('through').where('organization_id', '=', p.organization),
)
const fresh = prepared((db, p: { organization: number; id: number; limit: number }) =>
  db
    .selectFrom('messages')
    .select(['id', 'content', 'rendered'])
    .where('organization_id', '=', p.organization)
    .where('id', '>', p.id)
    .orderBy('id')
    .limit(p.limit),
)
const stale = prepared((db, p: { organization: number; limit: number }) =>
  db
    .selectFrom('search_stale')
    .select(['id', 'message_id'])
    .where('organization_id', '=', p.organization)
    .orderBy('id')
    .limit(p.limit),
)

/** Messages that wait to be indexed, at most `limit` new ones and as many changed ones; undefined when none does. */
export async function searchBacklog(
  db: Db,
  organizationId: number,
  limit: number,
): Promise<Backlog | undefined> {
  const through = (await progress.first(db, { organization: organizationId }))?.through ?? 0
  const unindexed = await fresh.all(db, { organization: organizationId, id: through, limit })
  const changed = await stale.all(db, { organization: organizationId, limit })
  if (unindexed.length === 0 && changed.length === 0) return undefined
  const next = unindexed.at(-1)?.id ?? through
  const again = changed.map((row) => row.message_id).filter((id) => id <= through)
  const rows =
    again.length === 0
      ? []
      : await db
          .selectFrom('messages')
          .select(['id', 'content', 'rendered'])
          .where((eb) => inIds(db, eb.ref('id'), again))
          .execute()
  return {
    through,
    next,
    staleThrough: changed.at(-1)?.id ?? 0,
    messages: [...rows, ...unindexed].map(({ id, content, rendered }) => ({
      id,
      content,
      rendered: unpackRendered(content, rendered),
    })),
  }
}

/**
 * Puts a backlog into the index, with where each message is now. Returns false, having done nothing, when somebody else
 * has indexed meanwhile.
 */
export async function writeIndex(
  tx: Tx,
  backlog: Backlog,
  tokensOf: ReadonlyMap<number, Iterable<string>>,
  words: readonly { word: string; token: string }[],
): Promise<boolean> {
  const { db, organizationId } = tx
  const through = (await progress.first(db, { organization: organizationId }))?.through ?? 0
  if (through !== backlog.through) return false
  const ids = backlog.messages.map(({ id }) => id)
  // Only those that still exist, where they are by now.
  const rows = await db
    .selectFrom('messages')
    .select(['id', 'conversation_id', 'channel_id', 'sender_id'])
    .where((eb) => inIds(db, eb.ref('id'), ids))
    .orderBy('id')
    .execute()
  const participants = await participantsOf(
    db,
    rows.filter((row) => row.channel_id === 0).map((row) => row.conversation_id),
  )
  await removeFromIndex(
    tx,
    rows.filter((row) => row.id <= through).map((row) => row.id),
  )
  const entries = rows.map((row) => ({
    id: row.id,
    tokens: [
      ...(tokensOf.get(row.id) ?? []),
      ...(row.channel_id === 0
        ? (participants.get(row.conversation_id) ?? []).map(userToken)
        : [channelToken(row.channel_id)]),
      conversationToken(row.conversation_id),
      senderToken(row.sender_id),
      ...(isSqlite(db) ? [] : [bucketToken(Math.floor(row.id / bucketSize))]),
    ],
  }))
  await (
    isSqlite(db)
      ? sql`
        insert into message_search (rowid, tokens)
        select value ->> 0, value ->> 1
        from json_each(${JSON.stringify(entries.map(({ id, tokens }) => [id, tokens.join(' ')]))})
      `
      : sql`
        insert into message_search (message_id, tokens)
        select id, array_to_tsvector(string_to_array(tokens, ' '))
        from unnest(
          ${entries.map(({ id }) => id)}::bigint[], ${entries.map(({ tokens }) => tokens.join(' '))}::text[]
        ) as entries (id, tokens)
        on conflict (message_id) do update set tokens = excluded.tokens
      `
  ).execute(db)
  await insertMany(
    db,
    'search_words',
    words.map((each) => ({ organization_id: organizationId, ...each })),
    (insert) => insert.onConflict((conflict) => conflict.doNothing()),
  )
  await db
    .deleteFrom('search_stale')
    .where('organization_id', '=', organizationId)
    .where('id', '<=', backlog.staleThrough)
    .execute()
  await db
    .insertInto('search_progress')
    .values({ organization_id: organizationId, through: backlog.next })
    .onConflict((conflict) => conflict.column('organization_id').doUpdateSet({ through: backlog.next }))
    .execute()
  return true
}

/**
 * Whether the index lies in so many parts that searches suffer: each is searched by itself. Every batch adds a small one;
 * when they have come to an eighth of the largest, it is time to make all into one. PostgreSQL has no such parts.
 */
export async function isScattered(db: Db): Promise<boolean> {
  if (!isSqlite(db)) return false
  const { rows } = await sql<{ pages: number }>`
    select max(pgno) / 2 as pages from message_search_idx group by segid order by 1 desc
  `.execute(db)
  const [largest = 0, ...others] = rows.map(({ pages }) => pages)
  const rest = others.reduce((sum, pages) => sum + pages, 0)
  return rest > fewPages && rest * 8 > largest
}

const fewPages = 50

/**
 * Makes one part of all, about so many pages further; `begin` starts with the parts that there are now. Returns whether
 * anything was left to do.
 */
export async function mergeParts(tx: Tx, pages: number, begin: boolean): Promise<boolean> {
  const before = await changesMade(tx.db)
  await sql`
    insert into message_search (message_search, rank) values ('merge', ${begin ? -pages : pages})
  `.execute(tx.db)
  // A merge with nothing to do changes a row at most.
  return (await changesMade(tx.db)) - before > 1
}

const changesMade = async (db: Db) =>
  (await sql<{ count: number }>`select total_changes() as count`.execute(db)).rows[0]?.count ?? 0
