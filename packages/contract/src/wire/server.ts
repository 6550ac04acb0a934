// Made by `npm run golden` from the endpoints; do not edit.

import type { endpoints } from '../endpoints.ts'
import type { WireEntry } from '../wire-entry.ts'
import { json, text } from '../wire-parameters.ts'

/** How an endpoint is called, by operation id in camel case. Small enough for a browser: it holds no schema. */
type Entry<K extends keyof typeof endpoints> = WireEntry<(typeof endpoints)[K]>

export const devFetchApiKey: Entry<'devFetchApiKey'> = { method: 'POST', path: '/dev_fetch_api_key', params: { username: text } }
export const fetchApiKey: Entry<'fetchApiKey'> = { method: 'POST', path: '/fetch_api_key', params: { username: text, password: text, code: text } }
export const getServerSettings: Entry<'getServerSettings'> = { method: 'GET', path: '/server_settings', params: {} }
export const jwtFetchApiKey: Entry<'jwtFetchApiKey'> = { method: 'POST', path: '/jwt/fetch_api_key', params: { token: text, include_profile: json } }
