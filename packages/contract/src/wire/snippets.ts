// Made by `npm run golden` from the endpoints; do not edit.

import type { endpoints } from '../endpoints.ts'
import type { WireEntry } from '../wire-entry.ts'
import { inPath, text } from '../wire-parameters.ts'

/** How an endpoint is called, by operation id in camel case. Small enough for a browser: it holds no schema. */
type Entry<K extends keyof typeof endpoints> = WireEntry<(typeof endpoints)[K]>

export const createSavedSnippet: Entry<'createSavedSnippet'> = { method: 'POST', path: '/saved_snippets', params: { title: text, content: text } }
export const deleteSavedSnippet: Entry<'deleteSavedSnippet'> = { method: 'DELETE', path: '/saved_snippets/{saved_snippet_id}', params: { saved_snippet_id: inPath } }
export const editSavedSnippet: Entry<'editSavedSnippet'> = { method: 'PATCH', path: '/saved_snippets/{saved_snippet_id}', params: { saved_snippet_id: inPath, title: text, content: text } }
export const getSavedSnippets: Entry<'getSavedSnippets'> = { method: 'GET', path: '/saved_snippets', params: {} }
