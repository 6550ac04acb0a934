// Made by `npm run golden` from the endpoints; do not edit.

import type { endpoints } from '../endpoints.ts'
import type { WireEntry } from '../wire-entry.ts'
import { body, inPath, text } from '../wire-parameters.ts'

/** How an endpoint is called, by operation id in camel case. Small enough for a browser: it holds no schema. */
type Entry<K extends keyof typeof endpoints> = WireEntry<(typeof endpoints)[K]>

export const receiveWebhook: Entry<'receiveWebhook'> = { method: 'POST', path: '/external/{integration}', params: { integration: inPath, api_key: text, bot_id: text, stream: text, topic: text, only_events: text, exclude_events: text, mapping: text, webhook_secret: text, template: text, title: text, body: text, payload: body } }
