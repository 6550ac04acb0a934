import type { SavedSnippet } from '@tagma/contract/objects/saved-snippet.ts'
import type { SavedSnippetRow } from '#store/personal/saved-snippets.ts'

/** A snippet as the API gives it. */
export function presentSnippet(row: SavedSnippetRow): SavedSnippet {
  return { id: row.id, title: row.title, content: row.content, date_created: row.created_at }
}
