// Made by `npm run golden` from the endpoints; do not edit.

import type { endpoints } from '../endpoints.ts'
import type { WireEntry } from '../wire-entry.ts'
import { inPath, json, text } from '../wire-parameters.ts'

/** How an endpoint is called, by operation id in camel case. Small enough for a browser: it holds no schema. */
type Entry<K extends keyof typeof endpoints> = WireEntry<(typeof endpoints)[K]>

export const getPresence: Entry<'getPresence'> = { method: 'GET', path: '/realm/presence', params: {} }
export const getUserPresence: Entry<'getUserPresence'> = { method: 'GET', path: '/users/{user_id_or_email}/presence', params: { user_id_or_email: inPath } }
export const updatePresence: Entry<'updatePresence'> = { method: 'POST', path: '/users/me/presence', params: { status: text, last_update_id: json, history_limit_days: json, new_user_input: json, ping_only: json, slim_presence: json } }
