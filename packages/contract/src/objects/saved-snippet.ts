import * as z from 'zod'
import { field } from '../define.ts'

/** A text kept for later use. */
export const savedSnippet = z.strictObject({
  id: field(z.int(), 'Id of the snippet.'),
  title: field(z.string(), 'The title, shown in the menu.'),
  content: field(z.string(), 'Markdown, inserted as it is.'),
  date_created: field(z.int(), 'UNIX seconds.'),
})
export type SavedSnippet = z.output<typeof savedSnippet>
