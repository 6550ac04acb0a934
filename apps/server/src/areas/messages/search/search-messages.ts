import { setImmediate } from 'node:timers/promises'
import type { MessageRow } from '#model/message-parts.ts'
import { messagesAmong, messagesBeside } from '#store/messages/messages.ts'
import {
  type IndexQuery,
  indexQuery,
  searchAmong,
  searchBeside,
  type SearchScope,
  type SearchSide,
  type SoughtPhrase,
  topicsWith,
} from '#store/search/search-index.ts'
import { holdingPhrases, type Found, searchPhrasesBeside } from '#store/search/search-phrases.ts'
import type { Db } from '#store/sql/db.ts'
import { phraseTest } from '#text/phrase.ts'
import type { ResolvedNarrow } from '../narrow/narrow.ts'
import { parseQuery, type Query, termOf } from './query.ts'

/** Messages that a narrow selects, with or without a search for words. */
export interface Selection {
  /** Undefined for a narrow without a search. */
  readonly query: Query | undefined
  /** Returns the nearest messages first. */
  beside(side: SearchSide): Promise<MessageRow[]>
  among(ids: readonly number[]): Promise<MessageRow[]>
}

/** Selects the messages of a narrow. If it searches for words, update the index first. */
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
  const terms = query.words.map(termOf)
  const phrases = await soughtPhrases(db, organizationId, query, scope)
  const index = await indexQuery(db, organizationId, { terms, phrases }, scope, senderId)
  if (index === undefined) return { query, beside: async () => [], among: async () => [] }
  return {
    query,
    beside: (side) => nearest(db, index, phrases, meeting, side),
    async among(ids) {
      const matching = await searchAmong(db, index, ids)
      return meeting(phrases.length === 0 ? matching : await holdingPhrases(db, phrases, matching))
    },
  }
}

/** Resolves the phrases of a query: the index knows which words a message has, but not their order. */
async function soughtPhrases(
  db: Db,
  organizationId: number,
  { phrases }: Query,
  scope: SearchScope,
): Promise<SoughtPhrase[]> {
  const sought: SoughtPhrase[] = []
  for (const { text, words } of phrases) {
    const topics = await topicsWith(db, organizationId, text.split(' '), scope)
    sought.push({
      text,
      terms: words.map(termOf),
      conversationIds: topics.filter(({ topic }) => phraseTest(text)(topic)).map(({ id }) => id),
    })
  }
  return sought
}

const largestBatch = 2000

/**
 * Finds the nearest messages, in batches that grow, until there are enough or no more. `meeting` filters by the narrow
 * and by the caller's rights, ascending. If the scope has many places, the index is asked only for the words, as long
 * as the caller may read enough of the results.
 */
async function nearest(
  db: Db,
  index: IndexQuery,
  phrases: readonly SoughtPhrase[],
  meeting: (ids: readonly number[]) => Promise<readonly MessageRow[]>,
  side: SearchSide,
): Promise<MessageRow[]> {
  const found: MessageRow[] = []
  let { id, inclusive, limit } = side
  let { isWide } = index
  while (found.length < side.limit) {
    const text = isWide ? index.words : index.inScope
    const batch = { direction: side.direction, id, inclusive, limit }
    const { ids, last } =
      phrases.length === 0
        ? await wordsBeside(db, text, batch)
        : await searchPhrasesBeside(db, text, phrases, batch)
    const matches = await meeting(ids)
    found.push(...(side.direction === 'before' ? matches.toReversed() : matches))
    if (last === undefined) break
    id = last
    inclusive = false
    // Without a match of the phrase, one candidate tells whether enough is readable.
    if (isWide && ids.length === 0) isWide = (await meeting([last])).length > 0
    else isWide &&= matches.length * 50 >= ids.length
    limit = Math.min(limit * 4, largestBatch)
    // The embedded engine answers without a pause, so others get their turn here.
    await setImmediate()
  }
  return found.slice(0, side.limit)
}

async function wordsBeside(db: Db, query: string, side: SearchSide): Promise<Found> {
  const ids = await searchBeside(db, query, side)
  return { ids, last: ids.length < side.limit ? undefined : ids.at(-1) }
}
