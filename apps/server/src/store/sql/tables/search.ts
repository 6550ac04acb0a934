import type { Generated } from 'kysely'

/** How far the search index of an organization has got. */
export interface SearchProgressTable {
  organization_id: number
  /** Messages up to this one are indexed, apart from the stale ones. */
  through: number
}

/** Messages that changed after they were indexed. */
export interface SearchStaleTable {
  id: Generated<number>
  organization_id: number
  message_id: number
}

/** The words that occur in messages, with what they are indexed under. */
export interface SearchWordsTable {
  organization_id: number
  word: string
  token: string
}

export interface SearchFamily {
  search_progress: SearchProgressTable
  search_stale: SearchStaleTable
  search_words: SearchWordsTable
}
