// Made by `npm run golden` from the endpoints; do not edit.

import type { endpoints } from '../endpoints.ts'
import type { WireEntry } from '../wire-entry.ts'
import { inPath, text } from '../wire-parameters.ts'

/** How an endpoint is called, by operation id in camel case. Small enough for a browser: it holds no schema. */
type Entry<K extends keyof typeof endpoints> = WireEntry<(typeof endpoints)[K]>

export const addCodePlayground: Entry<'addCodePlayground'> = { method: 'POST', path: '/realm/playgrounds', params: { name: text, pygments_language: text, url_template: text } }
export const removeCodePlayground: Entry<'removeCodePlayground'> = { method: 'DELETE', path: '/realm/playgrounds/{playground_id}', params: { playground_id: inPath } }
