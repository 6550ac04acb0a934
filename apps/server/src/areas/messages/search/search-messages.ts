import { setImmediate } from 'node:timers/promises'
import type { Db } from '#store/db.ts'
import { messagesAmong, messagesBeside, type MessageRow, type MessageText, textsOf } from '#store/messages.ts'
import {
  type IndexQuery,
  indexQuery,
  searchAmong,
  searchBeside,
  type SearchScope,
  type SearchSide,
  searchTextsBeside,
  topicsWith,
} from '#store/search-index.ts'
import type { ResolvedNarrow } from '../narrow.ts'
import { parseQuery, phraseTest, type Query, termOf } from './query.ts'
import { textOf } from './words.ts'

/** Messages that a narrow selects, whether or not it searches for words. */
export interface Selection {
  /** Undefined for a narrow that searches for nothing. */
  readonly query: Query | undefined
  /** The nearest first. */
  beside(side: SearchSide): Promise<MessageRow[]>
  among(ids: readonly number[]): Promise<MessageRow[]>
}

/** The messages that meet a narrow. Where it searches for words, the index has to be up to date. */
export async function select(db: Db, organizationId: number, narrow: ResolvedNarrow): Promise<Selection> {
  const { conditions, search, scope, senderId } = narrow
  const meeting = (ids: readonly number[]) => messagesAmong(db, organizationId, conditions, ids)
  if (search.length === 0)
    return {
      query: undefined,
      beside: (side) => messagesBeside(db, organizationId, conditions, side),
      among: meeting,
    }
  const query = parseQuery(search)
  const index = await indexQuery(db, organizationId, query.words.map(termOf), scope, senderId)
  if (index === undefined) return { query, beside: async () => [], among: async () => [] }
  const holdsPhrases = await phraseTests(db, organizationId, query, scope)
  return {
    query,
    beside: (side) => nearest(db, index, holdsPhrases, meeting, side),
    async among(ids) {
      const matching = await searchAmong(db, index, ids)
      if (!holdsPhrases) return meeting(matching)
      return meeting((await textsOf(db, matching)).filter(holdsPhrases).map(({ id }) => id))
    },
  }
}

/** A test whether a message holds the phrases of a query; the index knows which words one has, but not in which order. */
async function phraseTests(
  db: Db,
  organizationId: number,
  { phrases }: Query,
  scope: SearchScope,
): Promise<((message: MessageText) => boolean) | undefined> {
  if (phrases.length === 0) return undefined
  const tests: { isIn: (text: string) => boolean; topics: ReadonlySet<number> }[] = []
  for (const phrase of phrases) {
    const isIn = phraseTest(phrase)
    const topics = (await topicsWith(db, organizationId, phrase, scope)).filter(({ topic }) => isIn(topic))
    tests.push({ isIn, topics: new Set(topics.map(({ id }) => id)) })
  }
  return ({ conversation_id, content, rendered }) => {
    const text = rendered === '' ? content : textOf(rendered)
    return tests.every(({ isIn, topics }) => topics.has(conversation_id) || isIn(text))
  }
}

const largestBatch = 2000
// Most messages that have the words of a phrase do not have the phrase.
const firstBatchForPhrases = 500

/**
 * The nearest messages, found in batches that grow, until there are enough or no more; `meeting` picks those that the
 * caller may read, ascending. Where many places would have to be asked for, the index is asked for the words alone, as
 * long as most of what it finds is readable.
 */
async function nearest(
  db: Db,
  index: IndexQuery,
  holdsPhrases: ((message: MessageText) => boolean) | undefined,
  meeting: (ids: readonly number[]) => Promise<readonly MessageRow[]>,
  side: SearchSide,
): Promise<MessageRow[]> {
  const found: MessageRow[] = []
  let { id, inclusive } = side
  let { isWide } = index
  for (
    let limit = holdsPhrases ? Math.max(side.limit, firstBatchForPhrases) : side.limit;
    found.length < side.limit;
  ) {
    const text = isWide ? index.words : index.inScope
    const batch = { direction: side.direction, id, inclusive, limit }
    const texts = holdsPhrases && (await searchTextsBeside(db, text, batch))
    const ids = texts?.map((each) => each.id) ?? (await searchBeside(db, text, batch))
    const candidates = texts?.filter((each) => holdsPhrases?.(each)).map((each) => each.id) ?? ids
    const matches = await meeting(candidates)
    found.push(...(side.direction === 'before' ? matches.toReversed() : matches))
    if (ids.length < limit) break
    id = ids.at(-1) ?? id
    inclusive = false
    // Where no phrase was found, some of the others tell how much is readable.
    if (isWide && candidates.length === 0) isWide = (await meeting(ids.slice(0, 50))).length > 0
    else isWide &&= matches.length * 50 >= candidates.length
    limit = Math.min(limit * 4, largestBatch)
    // The embedded engine answers at once: others are let in between.
    await setImmediate()
  }
  return found.slice(0, side.limit)
}
