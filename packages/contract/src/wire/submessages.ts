// Made by `npm run golden` from the endpoints; do not edit.

import type { endpoints } from '../endpoints.ts'
import type { WireEntry } from '../wire-entry.ts'
import { inPath, json, text } from '../wire-parameters.ts'

/** How an endpoint is called, by operation id in camel case. Small enough for a browser: it holds no schema. */
type Entry<K extends keyof typeof endpoints> = WireEntry<(typeof endpoints)[K]>

export const pressButton: Entry<'pressButton'> = { method: 'POST', path: '/messages/{message_id}/actions', params: { message_id: inPath, action: text } }
export const sendSubmessage: Entry<'sendSubmessage'> = { method: 'POST', path: '/submessage', params: { message_id: json, msg_type: text, content: text } }
