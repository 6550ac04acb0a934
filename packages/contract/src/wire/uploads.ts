// Made by `npm run golden` from the endpoints; do not edit.

import type { endpoints } from '../endpoints.ts'
import type { WireEntry } from '../wire-entry.ts'
import { inPath, restOfPath, upload } from '../wire-parameters.ts'

/** How an endpoint is called, by operation id in camel case. Small enough for a browser: it holds no schema. */
type Entry<K extends keyof typeof endpoints> = WireEntry<(typeof endpoints)[K]>

export const checkThumbnailStatus: Entry<'checkThumbnailStatus'> = { method: 'GET', path: '/thumbnail/status/{realm_id_str}/{filename}', params: { realm_id_str: inPath, filename: restOfPath } }
export const getAttachments: Entry<'getAttachments'> = { method: 'GET', path: '/attachments', params: {} }
export const getFileTemporaryUrl: Entry<'getFileTemporaryUrl'> = { method: 'GET', path: '/user_uploads/{realm_id_str}/{filename}', params: { realm_id_str: inPath, filename: restOfPath } }
export const removeAttachment: Entry<'removeAttachment'> = { method: 'DELETE', path: '/attachments/{attachment_id}', params: { attachment_id: inPath } }
export const uploadFile: Entry<'uploadFile'> = { method: 'POST', path: '/user_uploads', params: { file: upload } }
