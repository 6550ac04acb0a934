// Made by `npm run golden` from the endpoints; do not edit.

import type { endpoints } from '../endpoints.ts'
import type { WireEntry } from '../wire-entry.ts'
import { inPath, text } from '../wire-parameters.ts'

/** How an endpoint is called, by operation id in camel case. Small enough for a browser: it holds no schema. */
type Entry<K extends keyof typeof endpoints> = WireEntry<(typeof endpoints)[K]>

export const addReaction: Entry<'addReaction'> = { method: 'POST', path: '/messages/{message_id}/reactions', params: { message_id: inPath, emoji_name: text, emoji_code: text, reaction_type: text } }
export const removeReaction: Entry<'removeReaction'> = { method: 'DELETE', path: '/messages/{message_id}/reactions', params: { message_id: inPath, emoji_name: text, emoji_code: text, reaction_type: text } }
