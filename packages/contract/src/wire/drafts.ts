// Made by `npm run golden` from the endpoints; do not edit.

import type { endpoints } from '../endpoints.ts'
import type { WireEntry } from '../wire-entry.ts'
import { inPath, json } from '../wire-parameters.ts'

/** How an endpoint is called, by operation id in camel case. Small enough for a browser: it holds no schema. */
type Entry<K extends keyof typeof endpoints> = WireEntry<(typeof endpoints)[K]>

export const createDrafts: Entry<'createDrafts'> = { method: 'POST', path: '/drafts', params: { drafts: json } }
export const deleteDraft: Entry<'deleteDraft'> = { method: 'DELETE', path: '/drafts/{draft_id}', params: { draft_id: inPath } }
export const editDraft: Entry<'editDraft'> = { method: 'PATCH', path: '/drafts/{draft_id}', params: { draft_id: inPath, draft: json } }
export const getDrafts: Entry<'getDrafts'> = { method: 'GET', path: '/drafts', params: {} }
