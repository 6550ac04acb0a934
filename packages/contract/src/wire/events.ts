// Made by `npm run golden` from the endpoints; do not edit.

import type { endpoints } from '../endpoints.ts'
import type { WireEntry } from '../wire-entry.ts'
import { either, json, text } from '../wire-parameters.ts'

/** How an endpoint is called, by operation id in camel case. Small enough for a browser: it holds no schema. */
type Entry<K extends keyof typeof endpoints> = WireEntry<(typeof endpoints)[K]>

export const deleteQueue: Entry<'deleteQueue'> = { method: 'DELETE', path: '/events', params: { queue_id: text } }
export const getEvents: Entry<'getEvents'> = { method: 'GET', path: '/events', params: { queue_id: text, last_event_id: json, dont_block: json, apply_markdown: json, client_gravatar: json, all_public_streams: json, event_types: json, client_capabilities: json, narrow: json, idle_queue_timeout: either } }
export const registerQueue: Entry<'registerQueue'> = { method: 'POST', path: '/register', params: { apply_markdown: json, client_gravatar: json, all_public_streams: json, event_types: json, client_capabilities: json, narrow: json, idle_queue_timeout: either, include_subscribers: either, slim_presence: json, presence_history_limit_days: json, fetch_event_types: json } }
