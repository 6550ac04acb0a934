// Made by `npm run golden` from the endpoints; do not edit.

import type { endpoints } from '../endpoints.ts'
import type { WireEntry } from '../wire-entry.ts'
import { inPath, json, text } from '../wire-parameters.ts'

/** How an endpoint is called, by operation id in camel case. Small enough for a browser: it holds no schema. */
type Entry<K extends keyof typeof endpoints> = WireEntry<(typeof endpoints)[K]>

export const createChannelFolder: Entry<'createChannelFolder'> = { method: 'POST', path: '/channel_folders/create', params: { name: text, description: text } }
export const getChannelFolders: Entry<'getChannelFolders'> = { method: 'GET', path: '/channel_folders', params: { include_archived: json } }
export const patchChannelFolders: Entry<'patchChannelFolders'> = { method: 'PATCH', path: '/channel_folders', params: { order: json } }
export const updateChannelFolder: Entry<'updateChannelFolder'> = { method: 'PATCH', path: '/channel_folders/{channel_folder_id}', params: { channel_folder_id: inPath, name: text, description: text, is_archived: json } }
