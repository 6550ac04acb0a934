// Made by `npm run golden` from the endpoints; do not edit.

import type { endpoints } from '../endpoints.ts'
import type { WireEntry } from '../wire-entry.ts'
import { inPath, json, text } from '../wire-parameters.ts'

/** How an endpoint is called, by operation id in camel case. Small enough for a browser: it holds no schema. */
type Entry<K extends keyof typeof endpoints> = WireEntry<(typeof endpoints)[K]>

export const addRealmDomain: Entry<'addRealmDomain'> = { method: 'POST', path: '/realm/domains', params: { domain: text, allow_subdomains: json } }
export const deleteRealmDomain: Entry<'deleteRealmDomain'> = { method: 'DELETE', path: '/realm/domains/{domain}', params: { domain: inPath } }
export const getRealmDomains: Entry<'getRealmDomains'> = { method: 'GET', path: '/realm/domains', params: {} }
export const patchRealmDomain: Entry<'patchRealmDomain'> = { method: 'PATCH', path: '/realm/domains/{domain}', params: { domain: inPath, allow_subdomains: json } }
