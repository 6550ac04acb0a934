import type { Db } from '#store/db.ts'
import { type MessageCondition, messagesAmong, messagesBeside, type MessageRow } from '#store/messages.ts'
import { type IndexQuery, indexQuery, searchAmong, searchBeside } from '#store/search-index.ts'
import type { ResolvedNarrow } from '../narrow.ts'
import { parseQuery, phraseTest, type Query, termOf } from './query.ts'
import { textOf } from './words.ts'

/** Messages that a narrow selects, whether or not it searches for words. */
export interface Selection {
  /** Undefined for a narrow that searches for nothing. */
  readonly query: Query | undefined
  beside(side: {
    direction: 'before' | 'after'
    id: number
    inclusive: boolean
    limit: number
  }): Promise<MessageRow[]>
  among(ids: readonly number[]): Promise<MessageRow[]>
}

// Messages that hold all words of a phrase are looked through for it, the nearest ones up to this number.
const mostLookedThrough = 10_000

/** The messages that meet a narrow. Where it searches for words, the index has to be up to date. */
export async function select(db: Db, organizationId: number, narrow: ResolvedNarrow): Promise<Selection> {
  const { conditions, search, scope, senderId } = narrow
  if (search.length === 0)
    return {
      query: undefined,
      beside: (side) => messagesBeside(db, organizationId, conditions, side),
      among: (ids) => messagesAmong(db, organizationId, conditions, ids),
    }
  const query = parseQuery(search)
  const index = await indexQuery(db, organizationId, query.words.map(termOf), scope, senderId)
  if (index === undefined) return { query, beside: async () => [], among: async () => [] }
  const isMatch = matchesPhrases(query)
  return {
    query,
    beside: (side) => searchedBeside(db, organizationId, conditions, isMatch, index, side),
    async among(ids) {
      const rows = await messagesAmong(db, organizationId, conditions, await searchAmong(db, index, ids))
      return rows.filter(isMatch)
    },
  }
}

/** The index finds the words; what it does not know, the other conditions and phrases, is looked at in the messages. */
async function searchedBeside(
  db: Db,
  organizationId: number,
  conditions: readonly MessageCondition[],
  isMatch: (row: MessageRow) => boolean,
  index: IndexQuery,
  side: Parameters<Selection['beside']>[0],
): Promise<MessageRow[]> {
  const found: MessageRow[] = []
  let { id, inclusive } = side
  let batch = side.limit
  let lookedThrough = 0
  while (found.length < side.limit && lookedThrough < mostLookedThrough) {
    const ids = await searchBeside(db, index, { direction: side.direction, id, inclusive, limit: batch })
    const rows = await messagesAmong(db, organizationId, conditions, ids)
    if (side.direction === 'before') rows.reverse()
    found.push(...rows.filter(isMatch))
    if (ids.length < batch) break
    lookedThrough += ids.length
    id = ids.at(-1) ?? id
    inclusive = false
    batch = Math.min(batch * 4, 2000)
  }
  return found.slice(0, side.limit)
}

/** Whether a message holds the phrases of a query. */
function matchesPhrases(query: Query): (row: MessageRow) => boolean {
  if (query.phrases.length === 0) return () => true
  const test = phraseTest(query)
  return (row) => test([textOf(row.rendered), row.topic])
}
