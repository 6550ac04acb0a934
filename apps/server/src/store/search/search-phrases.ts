import { sql, type SqlBool } from 'kysely'
import { type MessageText, textsOf } from '#store/messages/messages.ts'
import type { Db } from '#store/sql/db.ts'
import { inIds, isSqlite } from '#store/sql/id-list.ts'
import { holdsPhrase } from '#text/phrase.ts'
import { besideInSqlite, searchBeside, type SearchSide, type SoughtPhrase } from './search-index.ts'

// How many messages that have the words of a phrase are looked through at once: the embedded engine takes a tenth of a
// second for these, where they are; the other hands their texts on.
const candidatesAtOnce = (db: Db) => (isSqlite(db) ? 20_000 : 2000)

/** What came of looking at messages. */
export interface Found {
  /** The nearest first. */
  readonly ids: readonly number[]
  /** Where to look on; undefined when there is no more. */
  readonly last: number | undefined
}

/** Messages that hold phrases, of those that match one of the texts of an `IndexQuery`: `side.limit` of them are enough. */
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
  // Row by row as the index finds them, in its order, where they are: texts take longer to be handed on than to be looked
  // through. The last candidate comes along, whatever it holds, to tell that there may be more.
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

/** Those of the messages that hold all phrases, ascending. */
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
