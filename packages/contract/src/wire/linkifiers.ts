// Made by `npm run golden` from the endpoints; do not edit.

import type { endpoints } from '../endpoints.ts'
import type { WireEntry } from '../wire-entry.ts'
import { either, inPath, json, text } from '../wire-parameters.ts'

/** How an endpoint is called, by operation id in camel case. Small enough for a browser: it holds no schema. */
type Entry<K extends keyof typeof endpoints> = WireEntry<(typeof endpoints)[K]>

export const addLinkifier: Entry<'addLinkifier'> = { method: 'POST', path: '/realm/filters', params: { pattern: text, url_template: text, example_input: either, reverse_template: either, alternative_url_templates: json } }
export const getLinkifiers: Entry<'getLinkifiers'> = { method: 'GET', path: '/realm/linkifiers', params: {} }
export const removeLinkifier: Entry<'removeLinkifier'> = { method: 'DELETE', path: '/realm/filters/{filter_id}', params: { filter_id: inPath } }
export const reorderLinkifiers: Entry<'reorderLinkifiers'> = { method: 'PATCH', path: '/realm/linkifiers', params: { ordered_linkifier_ids: json } }
export const updateLinkifier: Entry<'updateLinkifier'> = { method: 'PATCH', path: '/realm/filters/{filter_id}', params: { filter_id: inPath, pattern: text, url_template: text, example_input: either, reverse_template: either, alternative_url_templates: json } }
