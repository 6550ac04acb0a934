import type { MessageRow } from '#store/messages.ts'
import { highlightHtml, highlightText } from './highlight.ts'
import type { Query } from './query.ts'

/** A message's content and topic as HTML, with the words searched for marked. */
export const matchOf = (row: MessageRow, query: Query) => ({
  match_content: highlightHtml(row.rendered, query),
  match_subject: highlightText(row.topic, query),
})
