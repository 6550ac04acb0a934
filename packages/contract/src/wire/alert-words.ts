// Made by `npm run golden` from the endpoints; do not edit.

import type { endpoints } from '../endpoints.ts'
import type { WireEntry } from '../wire-entry.ts'
import { json } from '../wire-parameters.ts'

/** How an endpoint is called, by operation id in camel case. Small enough for a browser: it holds no schema. */
type Entry<K extends keyof typeof endpoints> = WireEntry<(typeof endpoints)[K]>

export const addAlertWords: Entry<'addAlertWords'> = { method: 'POST', path: '/users/me/alert_words', params: { alert_words: json } }
export const getAlertWords: Entry<'getAlertWords'> = { method: 'GET', path: '/users/me/alert_words', params: {} }
export const removeAlertWords: Entry<'removeAlertWords'> = { method: 'DELETE', path: '/users/me/alert_words', params: { alert_words: json } }
