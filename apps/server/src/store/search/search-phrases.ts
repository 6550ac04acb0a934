import { sql, type SqlBool } from 'kysely'
import { type MessageText, textsOf } from '#store/messages/messages.ts'
import type { Db } from '#store/sql/db.ts'
import { inIds, isSqlite } from '#store/sql/id-list.ts'
import { holdsPhrase } from '#text/phrase.ts'
import { besideInSqlite, searchBeside, type SearchSide, type SoughtPhrase } from './search-index.ts'

// Candidates for a phrase to look through at once. The embedded engine looks through these in place, in a tenth of a
// second; PostgreSQL sends their texts.
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
  const holds = ({ content, rendered, conversation_id }: MessageText) =>
    phrases.every(
      ({ text, conversationIds }) =>
        holdsPhrase(content, rendered, text) || conversationIds.includes(conversation_id),
    )
  return (await textsOf(db, messageIds)).filter(holds).map(({ id }) => id)
}
