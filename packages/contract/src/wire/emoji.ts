// Made by `npm run golden` from the endpoints; do not edit.

import type { endpoints } from '../endpoints.ts'
import type { WireEntry } from '../wire-entry.ts'
import { inPath, upload } from '../wire-parameters.ts'

/** How an endpoint is called, by operation id in camel case. Small enough for a browser: it holds no schema. */
type Entry<K extends keyof typeof endpoints> = WireEntry<(typeof endpoints)[K]>

export const deactivateCustomEmoji: Entry<'deactivateCustomEmoji'> = { method: 'DELETE', path: '/realm/emoji/{emoji_name}', params: { emoji_name: inPath } }
export const getCustomEmoji: Entry<'getCustomEmoji'> = { method: 'GET', path: '/realm/emoji', params: {} }
export const uploadCustomEmoji: Entry<'uploadCustomEmoji'> = { method: 'POST', path: '/realm/emoji/{emoji_name}', params: { emoji_name: inPath, file: upload } }
