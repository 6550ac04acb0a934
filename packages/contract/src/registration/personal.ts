import * as z from 'zod'
import { field } from '../define.ts'
import { draft } from '../objects/draft.ts'
import { savedSnippet } from '../objects/saved-snippet.ts'

/** What users keep for themselves, as part of the registration response. */
export const personalRegistration = {
  drafts: field(z.array(draft).optional(), 'The user’s drafts, the last edited one first.'),
  saved_snippets: field(z.array(savedSnippet).optional(), 'The user’s saved snippets, oldest first.', {
    since: 297,
  }),
  alert_words: field(z.array(z.string()).optional(), 'The user’s alert words.'),
}
