import { setImmediate } from 'node:timers/promises'
import type { Readers } from '#call/replica.ts'
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

/** Returns the messages that a search finds, of those with the ids. */
type Finder = (ids: readonly number[]) => Promise<readonly number[]>

/** Selects the messages of a narrow. If it asks the index (`asksIndex`), update the index first. */
export async function select(
  readers: Readers,
  organizationId: number,
  narrow: ResolvedNarrow,
): Promise<Selection> {
  const selection = await selectWithWords(readers, organizationId, narrow)
  if (narrow.excluded.length === 0) return selection
  const finders: Finder[] = []
  for (const text of narrow.excluded)
    finders.push(await finderOf(readers.searcher, organizationId, text, narrow.scope))
  return {
    query: selection.query,
    beside: (side) => besideWithout(selection, finders, side),
    among: async (ids) => without(await selection.among(ids), finders),
  }
}

async function finderOf(db: Db, organizationId: number, text: string, scope: SearchScope): Promise<Finder> {
  const query = parseQuery([text])
  const phrases = await soughtPhrases(db, organizationId, query, scope)
  const terms = query.words.map(termOf)
  const index = await indexQuery(db, organizationId, { terms, phrases }, scope)
  if (index === undefined) return async () => []
  return async (ids) => {
    const matching = await searchAmong(db, index, ids)
    return phrases.length === 0 ? matching : holdingPhrases(db, phrases, matching)
  }
}

/** Leaves out the messages that one of the searches finds. */
async function without(rows: MessageRow[], finders: readonly Finder[]): Promise<MessageRow[]> {
  if (rows.length === 0) return rows
  const ids = rows.map(({ id }) => id)
  const found = new Set<number>()
  for (const find of finders) for (const id of await find(ids)) found.add(id)
  return rows.filter(({ id }) => !found.has(id))
}

/** Finds the nearest messages of a selection that no search finds, in batches that grow, until there are enough. */
async function besideWithout(
  selection: Selection,
  finders: readonly Finder[],
  side: SearchSide,
): Promise<MessageRow[]> {
  const kept: MessageRow[] = []
  let { id, inclusive, limit } = side
  for (;;) {
    const batch = await selection.beside({ direction: side.direction, id, inclusive, limit })
    kept.push(...(await without(batch, finders)))
    const last = batch.at(-1)
    if (kept.length >= side.limit || batch.length < limit || !last) return kept.slice(0, side.limit)
    id = last.id
    inclusive = false
    limit = Math.min(limit * 4, largestBatch)
    // The embedded engine answers without a pause, so others get their turn here.
    await setImmediate()
  }
}

/**
 * Selects the messages of a narrow without regard to its negated searches. The rows of found ids are read without the
 * searcher: the embedded engine searches in a thread, and to hand over a row costs as much as to read it.
 */
async function selectWithWords(
  { db, searcher }: Readers,
  organizationId: number,
  narrow: ResolvedNarrow,
): Promise<Selection> {
  const { conditions, search, scope, senderId } = narrow
  const meeting = (ids: readonly number[]) => messagesAmong(db, organizationId, conditions, ids)
  if (search.length === 0)
    return {
      query: undefined,
      // The messages that a negated search leaves may lie far back.
      beside: (side) =>
        messagesBeside(narrow.excluded.length === 0 ? db : searcher, organizationId, conditions, side),
      among: meeting,
    }
  const query = parseQuery(search)
  const terms = query.words.map(termOf)
  const phrases = await soughtPhrases(searcher, organizationId, query, scope)
  const index = await indexQuery(searcher, organizationId, { terms, phrases }, scope, senderId)
  if (index === undefined) return { query, beside: async () => [], among: async () => [] }
  return {
    query,
    beside: (side) => nearest(searcher, index, phrases, meeting, side),
    async among(ids) {
      const matching = await searchAmong(searcher, index, ids)
      return meeting(phrases.length === 0 ? matching : await holdingPhrases(searcher, phrases, matching))
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
