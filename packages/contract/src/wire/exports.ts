// Made by `npm run golden` from the endpoints; do not edit.

import type { endpoints } from '../endpoints.ts'
import type { WireEntry } from '../wire-entry.ts'
import { inPath, text } from '../wire-parameters.ts'

/** How an endpoint is called, by operation id in camel case. Small enough for a browser: it holds no schema. */
type Entry<K extends keyof typeof endpoints> = WireEntry<(typeof endpoints)[K]>

export const deleteRealmExport: Entry<'deleteRealmExport'> = { method: 'DELETE', path: '/export/realm/{export_id}', params: { export_id: inPath } }
export const exportRealm: Entry<'exportRealm'> = { method: 'POST', path: '/export/realm', params: { export_type: text } }
export const getRealmExportConsents: Entry<'getRealmExportConsents'> = { method: 'GET', path: '/export/realm/consents', params: {} }
export const getRealmExports: Entry<'getRealmExports'> = { method: 'GET', path: '/export/realm', params: {} }
