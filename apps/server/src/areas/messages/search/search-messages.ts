import { setImmediate } from 'node:timers/promises'
import type { Db } from '#store/db.ts'
import { messagesAmong, messagesBeside, type MessageRow, textsOf } from '#store/messages.ts'
import {
  type IndexQuery,
  indexQuery,
  searchAmong,
  searchBeside,
  type SearchScope,
  topicsWith,
} from '#store/search-index.ts'
import type { ResolvedNarrow } from '../narrow.ts'
import { parseQuery, phraseTest, type Query, termOf } from './query.ts'
import { textOf } from './words.ts'

/** Which side of an id messages are wanted from, and how many. */
export interface Side {
  readonly direction: 'before' | 'after'
  readonly id: number
  readonly inclusive: boolean
  readonly limit: number
}

/** Messages that a narrow selects, whether or not it searches for words. */
export interface Selection {
  /** Undefined for a narrow that searches for nothing. */
  readonly query: Query | undefined
  /** The nearest first. */
  beside(side: Side): Promise<MessageRow[]>
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
  const isMatch = await phrasesIn(db, organizationId, query, scope)
  return {
    query,
    beside: (side) => nearest(db, index, async (ids) => meeting(await isMatch(ids)), side),
    among: async (ids) => meeting(await isMatch(await searchAmong(db, index, ids))),
  }
}

/** Picks those of the messages that hold the phrases: the index knows which words one has, but not in which order. */
async function phrasesIn(
  db: Db,
  organizationId: number,
  { phrases }: Query,
  scope: SearchScope,
): Promise<(ids: readonly number[]) => Promise<readonly number[]>> {
  if (phrases.length === 0) return async (ids) => ids
  const tests: { isIn: (text: string) => boolean; topics: ReadonlySet<number> }[] = []
  for (const phrase of phrases) {
    const isIn = phraseTest(phrase)
    const topics = (await topicsWith(db, organizationId, phrase, scope)).filter(({ topic }) => isIn(topic))
    tests.push({ isIn, topics: new Set(topics.map(({ id }) => id)) })
  }
  return async (ids) =>
    (await textsOf(db, ids))
      .filter(({ conversation_id, content, rendered }) => {
        const text = rendered === '' ? content : textOf(rendered)
        return tests.every(({ isIn, topics }) => topics.has(conversation_id) || isIn(text))
      })
      .map(({ id }) => id)
}

const largestBatch = 2000
// What is looked through for one side at most. A common word finds enough within a few hundred; only words that are
// everywhere, but never as a phrase, come to this.
const mostLookedThrough = 100_000

/**
 * The nearest messages, found in batches that grow; `matching` picks those that the caller may read, ascending. Where many
 * places would have to be asked for, the index is asked for the words alone, as long as most of what it finds is readable.
 */
async function nearest(
  db: Db,
  index: IndexQuery,
  matching: (ids: readonly number[]) => Promise<MessageRow[]>,
  side: Side,
): Promise<MessageRow[]> {
  const found: MessageRow[] = []
  let { id, inclusive } = side
  let { isWide } = index
  let lookedThrough = 0
  for (let limit = side.limit; found.length < side.limit && lookedThrough < mostLookedThrough;) {
    const text = isWide ? index.words : index.inScope
    const ids = await searchBeside(db, text, { direction: side.direction, id, inclusive, limit })
    const matches = await matching(ids)
    found.push(...(side.direction === 'before' ? matches.toReversed() : matches))
    if (ids.length < limit) break
    lookedThrough += ids.length
    id = ids.at(-1) ?? id
    inclusive = false
    isWide &&= matches.length * 50 > ids.length
    limit = Math.min(limit * 4, largestBatch)
    // The embedded engine answers at once: others are let in between.
    await setImmediate()
  }
  return found.slice(0, side.limit)
}
