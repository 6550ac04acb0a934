// Made by `npm run golden` from the endpoints; do not edit.

import type { endpoints } from '../endpoints.ts'
import type { WireEntry } from '../wire-entry.ts'
import { either, inPath, json, text } from '../wire-parameters.ts'

/** How an endpoint is called, by operation id in camel case. Small enough for a browser: it holds no schema. */
type Entry<K extends keyof typeof endpoints> = WireEntry<(typeof endpoints)[K]>

export const addNavigationView: Entry<'addNavigationView'> = { method: 'POST', path: '/navigation_views', params: { fragment: text, is_pinned: json, name: either } }
export const editNavigationView: Entry<'editNavigationView'> = { method: 'PATCH', path: '/navigation_views/{fragment}', params: { fragment: inPath, is_pinned: json, name: either } }
export const getNavigationViews: Entry<'getNavigationViews'> = { method: 'GET', path: '/navigation_views', params: {} }
export const removeNavigationView: Entry<'removeNavigationView'> = { method: 'DELETE', path: '/navigation_views/{fragment}', params: { fragment: inPath } }
