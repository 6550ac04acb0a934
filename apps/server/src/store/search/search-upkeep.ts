/**
 * Keeps the search index up to date. A send writes nothing here: a search, or a job, first indexes the missing messages.
 *
 * Operations
 * - `markStale` notes messages whose text or conversation has changed. `removeFromIndex` deletes entries at once.
 * - `searchBacklog` reads a batch of messages to index: new ones above `search_progress.through`, and stale ones.
 * - `writeIndex` writes the batch, with the tokens that the caller has made of the texts.
 * - `isScattered` and `mergeParts` merge the parts of SQLite's index; PostgreSQL has none.
 *
 * Invariants
 * - Every message up to `through` has an entry, or a row in `search_stale`, or is deleted.
 * - A batch is read outside of the transaction that writes it. `writeIndex` compares `through` first: if another
 *   process has moved it, it writes nothing, and the caller reads a new batch.
 * - `writeIndex` reads each message's conversation, channel and sender once more, in its own transaction. So a move
 *   since `searchBacklog` does no harm, and a message deleted since then gets no entry.
 * - Only stale rows up to `staleThrough` are deleted: a change since `searchBacklog` has a row with a larger id.
 *
 * Cost: two lookups if the index is up to date. A batch costs its own messages only; words and stems are computed
 * outside of the transaction. On SQLite, every batch adds a part that each search must look into.
 *
 * A change of a message's `content`, `conversation_id` or `channel_id` calls `markStale` in the same transaction; a
 * deletion calls `removeFromIndex`. Do not call `mergeParts` with `begin` in each step: it would start again with the
 * parts of that moment, and not come to an end.
 */

import { sql } from 'kysely'
import { must } from '#model/must.ts'
import type { Tx } from '#store/log/tx.ts'
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

/** Marks messages for indexing before the next search. Called by each change of a message's text or conversation. */
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

// Used for its type only: a query for ids.
const idsOfMessages = (db: Db) => db.selectFrom('messages').select('id')

/** Removes deleted messages from the index. */
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
  /** Messages up to here are in the index. */
  readonly through: number
  /** Rows of `search_stale` up to here are in this backlog. */
  readonly staleThrough: number
  readonly messages: readonly Unindexed[]
  /** Messages up to here are in the index after this backlog. */
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

/** Messages to index, at most `limit` new and `limit` changed ones; undefined if there are no such messages. */
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
 * Writes a backlog into the index, with each message's present conversation. Returns false, and changes nothing, if
 * another process has indexed meanwhile.
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
  // Reads the messages once more: some may be deleted or moved by now.
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
 * Tells whether the index has so many parts that searches suffer: each part is searched by itself. Every batch adds a
 * small part; when the small ones make up an eighth of the largest, they are worth merging. PostgreSQL has no such
 * parts.
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
 * Does a step of about `pages` pages of merging all parts into one; `begin` starts with the parts that there are now.
 * Returns whether there was work to do.
 */
export async function mergeParts(tx: Tx, pages: number, begin: boolean): Promise<boolean> {
  const before = await changesMade(tx.db)
  await sql`
    insert into message_search (message_search, rank) values ('merge', ${begin ? -pages : pages})
  `.execute(tx.db)
  // A merge without work changes one row at most.
  return (await changesMade(tx.db)) - before > 1
}

const changesMade = async (db: Db) =>
  must(
    (await sql<{ count: number }>`select total_changes() as count`.execute(db)).rows[0],
    'a count has no row',
  ).count
