import type { Generated } from 'kysely'

/** The progress of an organization's search index. */
export interface SearchProgressTable {
  organization_id: number
  /** Messages up to this one are indexed, except stale ones. */
  through: number
}

/** Messages that changed after they were indexed. */
export interface SearchStaleTable {
  id: Generated<number>
  organization_id: number
  message_id: number
}

/** Words that occur in messages, with the tokens that stand for them in the index. */
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
