import { sql } from 'kysely'
import { participantsOf } from './conversations.ts'
import type { Db } from './db.ts'
import { inIds, isSqlite } from './id-list.ts'
import { insertMany } from './insert-many.ts'
import { unpackRendered } from './packed-rendering.ts'
import { prepared } from './prepared.ts'
import type { Tx } from './transactions.ts'

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

/** Which messages a search may find, as the index knows them. */
export interface SearchScope {
  /** The user whose direct messages belong to it; missing when only channels do. */
  readonly userId?: number
  readonly channelIds: readonly number[]
}

/** One word of a search: a message has to meet one of these. */
export interface SearchTerm {
  /** It is indexed under one of these. */
  readonly anyOf: readonly string[]
  /** It is indexed under all of these; empty for none. */
  readonly allOf: readonly string[]
  /** It has a word that begins so. */
  readonly prefix: string | undefined
  /** Its topic contains this. */
  readonly topic: string
}

// The words that a prefix stands for, and the topics that contain a word, at most; the shortest and the newest first.
const prefixLimit = 64
const topicLimit = 200

/** A search in the language of the engine's index. */
export type IndexQuery = string

// No word begins with an underscore, and the only other tokens that do have four characters.
const channelToken = (id: number) => `___c${id}`
const userToken = (id: number) => `___u${id}`
const conversationToken = (id: number) => `___v${id}`
const senderToken = (id: number) => `___s${id}`
// On PostgreSQL the index has no order: messages are looked for bucket by bucket, the newest first.
const bucketSize = 32_768
const bucketToken = (bucket: number) => `___b${bucket}`

/** Puts a search into the language of the index; undefined when nothing can match. */
export async function indexQuery(
  db: Db,
  organizationId: number,
  terms: readonly SearchTerm[],
  scope: SearchScope,
  senderId?: number,
): Promise<IndexQuery | undefined> {
  const places = [
    ...scope.channelIds.map(channelToken),
    ...(scope.userId === undefined ? [] : [userToken(scope.userId)]),
  ]
  if (places.length === 0 || terms.length === 0) return undefined
  const { any, all } = operators(db)
  const parts: string[] = []
  for (const term of terms) {
    const words = new Set([...term.anyOf, ...(await wordTokens(db, organizationId, term))])
    const topics = await topicsWith(db, organizationId, term.topic, scope)
    const choices = [...words, ...topics.map(conversationToken)].map((token) => quote(db, token))
    if (term.allOf.length > 0) choices.push(all(term.allOf.map((token) => quote(db, token))))
    parts.push(any(choices))
  }
  parts.push(any(places.map((token) => quote(db, token))))
  if (senderId !== undefined) parts.push(quote(db, senderToken(senderId)))
  return all(parts)
}

function operators(db: Db) {
  const [or, and] = isSqlite(db) ? [' OR ', ' AND '] : [' | ', ' & ']
  return {
    any: (parts: readonly string[]) => `(${parts.join(or)})`,
    all: (parts: readonly string[]) => `(${parts.join(and)})`,
  }
}

const quote = (db: Db, token: string) =>
  isSqlite(db)
    ? `"${token.replaceAll('"', '""')}"`
    : `'${token.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`

/** What words are indexed under that are the term's own, or begin with its prefix. */
async function wordTokens(db: Db, organizationId: number, { anyOf, prefix }: SearchTerm): Promise<string[]> {
  const exact = anyOf[0]
  const rows = await db
    .selectFrom('search_words')
    .select('token')
    .where('organization_id', '=', organizationId)
    .where((eb) =>
      prefix === undefined
        ? eb('word', '=', exact ?? '')
        : eb.and([eb('word', '>=', prefix), eb('word', '<', `${prefix}\u{10ffff}`)]),
    )
    .orderBy((eb) => eb.fn<number>('length', ['word']))
    .limit(prefixLimit)
    .execute()
  return rows.map(({ token }) => token)
}

/** The conversations in reach whose topic contains a text, the most recent ones. */
async function topicsWith(
  db: Db,
  organizationId: number,
  text: string,
  { channelIds }: SearchScope,
): Promise<number[]> {
  if (channelIds.length === 0) return []
  const pattern = `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  const rows = await db
    .selectFrom('conversations')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where((eb) => inIds(db, eb.ref('channel_id'), channelIds))
    .where(sql<boolean>`key like ${pattern} escape '\\'`)
    .orderBy('newest_message_id', 'desc')
    .limit(topicLimit)
    .execute()
  return rows.map(({ id }) => id)
}

/** The ids of matching messages on one side of an id, nearest first. */
export async function searchBeside(
  db: Db,
  query: IndexQuery,
  side: { direction: 'before' | 'after'; id: number; inclusive: boolean; limit: number },
): Promise<number[]> {
  const isBefore = side.direction === 'before'
  const order = isBefore ? sql`desc` : sql`asc`
  const compare = isBefore ? (side.inclusive ? sql`<=` : sql`<`) : side.inclusive ? sql`>=` : sql`>`
  if (isSqlite(db)) {
    const { rows } = await sql<{ id: number }>`
      select rowid as id from message_search
      where message_search match ${query} and rowid ${compare} ${side.id}
      order by rowid ${order} limit ${side.limit}
    `.execute(db)
    return rows.map(({ id }) => id)
  }
  const { rows: ends } = await sql<{ first: number | null; last: number | null }>`
    select min(message_id) as first, max(message_id) as last from message_search
  `.execute(db)
  const first = Math.floor((ends[0]?.first ?? 0) / bucketSize)
  const last = Math.floor((ends[0]?.last ?? 0) / bucketSize)
  const step = isBefore ? -1 : 1
  let bucket = Math.min(Math.max(Math.floor(side.id / bucketSize), first), last)
  const found: number[] = []
  for (let width = 1; bucket >= first && bucket <= last; width *= 8) {
    const buckets = Array.from({ length: width }, (_, index) => bucket + step * index).filter(
      (each) => each >= first && each <= last,
    )
    const within = `${query} & (${buckets.map((each) => `'${bucketToken(each)}'`).join(' | ')})`
    const { rows } = await sql<{ id: number }>`
      select message_id as id from message_search
      where tokens @@ ${within}::tsquery and message_id ${compare} ${side.id}
      order by message_id ${order} limit ${side.limit - found.length}
    `.execute(db)
    found.push(...rows.map(({ id }) => id))
    if (found.length >= side.limit) break
    bucket += step * width
  }
  return found
}

/** Those of the messages that match. */
export async function searchAmong(db: Db, query: IndexQuery, ids: readonly number[]): Promise<number[]> {
  const { rows } = isSqlite(db)
    ? await sql<{ id: number }>`
        select rowid as id from message_search
        where message_search match ${query} and ${inIds(db, sql<number>`rowid`, ids)}
      `.execute(db)
    : await sql<{ id: number }>`
        select message_id as id from message_search
        where tokens @@ ${query}::tsquery and ${inIds(db, sql<number>`message_id`, ids)}
      `.execute(db)
  return rows.map(({ id }) => id)
}

// Keeping the index

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
  for (const { id, tokens } of entries)
    await (
      isSqlite(db)
        ? sql`insert into message_search (rowid, tokens) values (${id}, ${tokens.join(' ')})`
        : sql`
          insert into message_search (message_id, tokens) values (${id}, array_to_tsvector(${tokens}::text[]))
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
