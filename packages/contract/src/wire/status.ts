// Made by `npm run golden` from the endpoints; do not edit.

import type { endpoints } from '../endpoints.ts'
import type { WireEntry } from '../wire-entry.ts'
import { inPath, json, text } from '../wire-parameters.ts'

/** How an endpoint is called, by operation id in camel case. Small enough for a browser: it holds no schema. */
type Entry<K extends keyof typeof endpoints> = WireEntry<(typeof endpoints)[K]>

export const getUserStatus: Entry<'getUserStatus'> = { method: 'GET', path: '/users/{user_id}/status', params: { user_id: inPath } }
export const updateStatusForUser: Entry<'updateStatusForUser'> = { method: 'POST', path: '/users/{user_id}/status', params: { user_id: inPath, status_text: text, emoji_name: text, emoji_code: text, reaction_type: text } }
export const updateStatus: Entry<'updateStatus'> = { method: 'POST', path: '/users/me/status', params: { status_text: text, emoji_name: text, emoji_code: text, reaction_type: text, away: json } }
