import { sql, type SqlBool } from 'kysely'
import { type MessageText, textsOf } from '#store/messages/messages.ts'
import type { Db } from '#store/sql/db.ts'
import { inIds, isSqlite } from '#store/sql/id-list.ts'
import { holdsPhrase, plainPattern } from '#text/phrase.ts'
import { besideInSqlite, searchBeside, type SearchSide, type SoughtPhrase } from './search-index.ts'

// Candidates for a phrase to look through at once. The embedded engine looks through them in the order of the index and
// stops when it has enough. PostgreSQL looks through all of them.
const candidatesAtOnce = (db: Db) => (isSqlite(db) ? 20_000 : 2000)

/** Result of looking through messages. */
export interface Found {
  /** Nearest first. */
  readonly ids: readonly number[]
  /** Id to look on from; undefined at the end. */
  readonly last: number | undefined
}

/**
 * Messages with the phrases, among those that match one of the texts of an `IndexQuery`; returns up to `side.limit`.
 */
export async function searchPhrasesBeside(
  db: Db,
  query: string,
  phrases: readonly SoughtPhrase[],
  side: SearchSide,
): Promise<Found> {
  const candidatesSide = { ...side, limit: candidatesAtOnce(db) }
  if (!isSqlite(db)) {
    const candidates = await searchBeside(db, query, candidatesSide)
    const holding = new Set(await holdingPhrases(db, phrases, candidates))
    return {
      ids: candidates.filter((id) => holding.has(id)),
      last: candidates.length < candidatesSide.limit ? undefined : candidates.at(-1),
    }
  }
  const conditions = phrases.map(({ text, conversationIds }) => {
    const inText = sql<SqlBool>`holds_phrase(content, rendered, ${text})`
    return conversationIds.length === 0
      ? inText
      : sql<SqlBool>`(${inText} or ${inIds(db, sql<number>`conversation_id`, conversationIds)})`
  })
  // Looks through row by row, in the index's order and in place: sending texts takes longer. The last candidate comes
  // along even if it does not match, to show that there may be more.
  const holds = sql.join(conditions, sql` and `)
  const { rows } = await sql<{ id: number; place: number; holds: number }>`
    select found.id, place, ${holds} as holds
    from (select id, row_number() over () as place from (${besideInSqlite(query, candidatesSide)})) as found
      cross join messages on messages.id = found.id
    where ${holds} or place = ${candidatesSide.limit}
    limit ${side.limit}
  `.execute(db)
  const final = rows.at(-1)
  const isAll = rows.length < side.limit && final?.place !== candidatesSide.limit
  return {
    ids: rows.filter((row) => row.holds === 1).map(({ id }) => id),
    last: isAll ? undefined : final?.id,
  }
}

/** The messages among `ids` that hold all phrases, ascending. */
export async function holdingPhrases(
  db: Db,
  phrases: readonly SoughtPhrase[],
  messageIds: readonly number[],
): Promise<number[]> {
  const rows = isSqlite(db) ? await textsOf(db, messageIds) : await possibleTexts(db, phrases, messageIds)
  return rows.filter((row) => phrases.every((phrase) => isIn(row, phrase))).map(({ id }) => id)
}

/** A text that may hold phrases. */
type PossibleText = MessageText & { readonly isFound?: boolean }

const isIn = (
  { content, rendered, conversation_id, isFound }: PossibleText,
  { text, conversationIds }: SoughtPhrase,
): boolean =>
  isFound === true || holdsPhrase(content, rendered, text) || conversationIds.includes(conversation_id)

/**
 * Leaves out texts without the phrases, and the content of those with them: PostgreSQL decides about texts in ASCII
 * without markup, which are most, by the expression that `phraseTest` uses for them. All others are sent, because
 * folding and HTML are the business of this process.
 */
async function possibleTexts(
  db: Db,
  phrases: readonly SoughtPhrase[],
  messageIds: readonly number[],
): Promise<PossibleText[]> {
  const isPlain = sql<boolean>`(rendered = '' and octet_length(content) = char_length(content))`
  // In the collation "C", letters are those of ASCII, and comparing is several times as fast.
  const conditions = phrases.map(({ text, conversationIds }) => {
    const holds = sql<boolean>`content collate "C" ~* ${plainPattern(text)}`
    return conversationIds.length === 0
      ? holds
      : sql<boolean>`(${holds} or ${inIds(db, sql<number>`conversation_id`, conversationIds)})`
  })
  const { rows } = await sql<PossibleText>`
    select id, conversation_id, ${isPlain} as "isFound",
      case when ${isPlain} then '' else content end as content, rendered
    from messages
    where ${inIds(db, sql<number>`id`, messageIds)} and (not ${isPlain} or (${sql.join(conditions, sql` and `)}))
    order by id
  `.execute(db)
  return rows
}
