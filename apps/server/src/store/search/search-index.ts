import { sql } from 'kysely'
import { settleAll } from '#model/settle-all.ts'
import type { Db } from '#store/sql/db.ts'
import { inIds, isSqlite } from '#store/sql/id-list.ts'
import { containing } from '#store/sql/like-pattern.ts'
import {
  bucketSize,
  bucketToken,
  channelToken,
  conversationToken,
  senderToken,
  userToken,
} from './search-tokens.ts'

/** Messages that a search may find, in terms of the index. */
export interface SearchScope {
  /** User whose direct messages are included; missing for channels only. */
  readonly userId?: number
  readonly channelIds: readonly number[]
  /** The only conversation to search; a negative id does not exist. */
  readonly conversationId?: number
}

/** One word of a search: a message has to meet one of these fields. */
export interface SearchTerm {
  /** Tokens; the message has one of them. */
  readonly anyOf: readonly string[]
  /** Tokens; the message has all of them. Empty means that this field does not count. */
  readonly allOf: readonly string[]
  /** Beginning of a word of the message. */
  readonly prefix: string | undefined
  /** Part of the message's topic. */
  readonly topic: string
}

/** Words in a row, in a message's text or in its topic. */
export interface SoughtPhrase {
  /** Lower case without accents, separated by spaces. */
  readonly text: string
  readonly terms: readonly SearchTerm[]
  /** Conversations with the phrase in their topics. */
  readonly conversationIds: readonly number[]
}

// Largest numbers of words for a prefix, and of topics that contain a word; the shortest words and the newest topics
// come first. Each costs the embedded engine's index some microseconds; PostgreSQL's index pays more for each further
// one.
const prefixLimit = 64
const topicLimit = (db: Db) => (isSqlite(db) ? 1000 : 200)

/** A search in the language of the engine's index. */
export interface IndexQuery {
  /** The words, in any place. */
  readonly words: string
  /** The words, within the scope. */
  readonly inScope: string
  /** True if the scope makes the query a good deal dearer for the index. */
  readonly isWide: boolean
}

// Every part of the index looks for each place; the words alone are a few lookups.
const fewPlaces = 3

/** Translates a search for words and phrases into the language of the index; undefined if no message can match. */
export async function indexQuery(
  db: Db,
  organizationId: number,
  { terms, phrases }: { readonly terms: readonly SearchTerm[]; readonly phrases: readonly SoughtPhrase[] },
  scope: SearchScope,
  senderId?: number,
): Promise<IndexQuery | undefined> {
  const places =
    scope.conversationId === undefined
      ? [
          ...scope.channelIds.map(channelToken),
          ...(scope.userId === undefined ? [] : [userToken(scope.userId)]),
        ]
      : [conversationToken(scope.conversationId)]
  const isNowhere = places.length === 0 || (scope.conversationId ?? 0) < 0
  if (isNowhere || terms.length + phrases.length === 0) return undefined
  const { any, all } = operators(db)
  const quoted = (tokens: Iterable<string>) => Array.from(tokens, (token) => quote(db, token))
  const inText = async (term: SearchTerm) => {
    const words = new Set([...term.anyOf, ...(await wordTokens(db, organizationId, term))])
    return [...quoted(words), ...(term.allOf.length > 0 ? [all(quoted(term.allOf))] : [])]
  }
  const inTopics = (ids: readonly number[]) => quoted(ids.map(conversationToken))
  const parts: string[] = []
  for (const term of terms) {
    const [topics, words] = await settleAll([
      topicsWith(db, organizationId, [term.topic], scope),
      inText(term),
    ])
    parts.push(any([...words, ...inTopics(topics.map(({ id }) => id))]))
  }
  for (const phrase of phrases) {
    const words: string[] = []
    for (const term of phrase.terms) words.push(any(await inText(term)))
    parts.push(any([all(words), ...inTopics(phrase.conversationIds)]))
  }
  if (senderId !== undefined) parts.push(quote(db, senderToken(senderId)))
  return {
    words: all(parts),
    inScope: all([...parts, any(places.map((token) => quote(db, token)))]),
    isWide: places.length > fewPlaces,
  }
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

/** Tokens of a term: its own, and those of words that begin with its prefix. */
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

/** Conversations in reach with some texts, in this order, in their topics; the newest first. */
export async function topicsWith(
  db: Db,
  organizationId: number,
  texts: readonly string[],
  { channelIds }: SearchScope,
): Promise<{ id: number; topic: string }[]> {
  if (channelIds.length === 0) return []
  return db
    .selectFrom('conversations')
    .select(['id', 'topic'])
    .where('organization_id', '=', organizationId)
    .where((eb) => inIds(db, eb.ref('channel_id'), channelIds))
    .where(sql<boolean>`key like ${containing(texts)} escape '\\'`)
    .orderBy('newest_message_id', 'desc')
    .limit(topicLimit(db))
    .execute()
}

/** Part of the matching messages that is wanted: so many on one side of an id. */
export interface SearchSide {
  readonly direction: 'before' | 'after'
  readonly id: number
  readonly inclusive: boolean
  readonly limit: number
}

const orderOf = (side: SearchSide) => (side.direction === 'before' ? sql`desc` : sql`asc`)
const comparisonOf = ({ direction, inclusive }: SearchSide) =>
  direction === 'before' ? (inclusive ? sql`<=` : sql`<`) : inclusive ? sql`>=` : sql`>`

/** `searchBeside` as a part of other queries. */
export const besideInSqlite = (query: string, side: SearchSide) => sql<{ id: number }>`
  select rowid as id from message_search
  where message_search match ${query} and rowid ${comparisonOf(side)} ${side.id}
  order by rowid ${orderOf(side)} limit ${side.limit}
`

/** Ids of messages that match one of the texts of an `IndexQuery`, nearest first. */
export async function searchBeside(db: Db, query: string, side: SearchSide): Promise<number[]> {
  if (isSqlite(db)) return (await besideInSqlite(query, side).execute(db)).rows.map(({ id }) => id)
  return besideInPostgres(db, query, side)
}

// Beyond this many buckets, one query for all and a sort are faster.
const fewBuckets = 8

/**
 * `searchBeside` on PostgreSQL: looks in the nearest bucket, then in as many as the words' frequency there suggests.
 */
async function besideInPostgres(db: Db, query: string, side: SearchSide): Promise<number[]> {
  const { rows: ends } = await sql<{ first: number | null; last: number | null }>`
    select min(message_id) as first, max(message_id) as last from message_search
  `.execute(db)
  const { first, last } = ends[0] ?? {}
  const isBefore = side.direction === 'before'
  // Bounds of the ids in the answer.
  const low = Math.max(first ?? 0, isBefore ? 0 : side.id)
  const high = Math.min(last ?? -1, isBefore ? side.id : Infinity)
  const found: number[] = []
  let looked = 0
  let from = Math.floor((isBefore ? high : low) / bucketSize)
  for (let width = 1; looked <= high - low && found.length < side.limit;) {
    const isRest = width > fewBuckets
    const to = isBefore ? from - width + 1 : from + width - 1
    const buckets = isRest ? [] : Array.from({ length: width }, (_, index) => Math.min(from, to) + index)
    const within = isRest
      ? query
      : `${query} & (${buckets.map((bucket) => `'${bucketToken(bucket)}'`).join(' | ')})`
    // Expressions keep PostgreSQL from scanning the rows in their order.
    const { rows } = await sql<{ id: number }>`
      select message_id as id from message_search
      where tokens @@ ${within}::tsquery and message_id + 0 ${comparisonOf(side)} ${side.id}
        and message_id + 0 ${isBefore ? sql`<` : sql`>=`} ${(isBefore ? from + 1 : from) * bucketSize}
      order by message_id + 0 ${orderOf(side)} limit ${side.limit - found.length}
    `.execute(db)
    found.push(...rows.map(({ id }) => id))
    if (isRest) break
    looked = isBefore ? high + 1 - to * bucketSize : (to + 1) * bucketSize - low
    from = isBefore ? to - 1 : to + 1
    // A small piece of a bucket tells too little about the frequency.
    const isEnough = looked * 2 > bucketSize
    width = isEnough ? Math.ceil(((side.limit - found.length) * looked) / found.length / bucketSize) : 1
  }
  return found
}

/** The messages among `ids` that match. */
export async function searchAmong(db: Db, query: IndexQuery, ids: readonly number[]): Promise<number[]> {
  const { rows } = isSqlite(db)
    ? await sql<{ id: number }>`
        select rowid as id from message_search
        where message_search match ${query.inScope} and ${inIds(db, sql<number>`rowid`, ids)}
      `.execute(db)
    : await sql<{ id: number }>`
        select message_id as id from message_search
        where tokens @@ ${query.inScope}::tsquery and ${inIds(db, sql<number>`message_id`, ids)}
      `.execute(db)
  return rows.map(({ id }) => id)
}
