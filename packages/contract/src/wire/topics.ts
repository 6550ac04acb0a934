// Made by `npm run golden` from the endpoints; do not edit.

import type { endpoints } from '../endpoints.ts'
import type { WireEntry } from '../wire-entry.ts'
import { json, text } from '../wire-parameters.ts'

/** How an endpoint is called, by operation id in camel case. Small enough for a browser: it holds no schema. */
type Entry<K extends keyof typeof endpoints> = WireEntry<(typeof endpoints)[K]>

export const muteTopic: Entry<'muteTopic'> = { method: 'PATCH', path: '/users/me/subscriptions/muted_topics', params: { stream_id: json, stream: text, topic: text, op: text } }
export const updateUserTopic: Entry<'updateUserTopic'> = { method: 'POST', path: '/user_topics', params: { stream_id: json, topic: text, visibility_policy: json } }
