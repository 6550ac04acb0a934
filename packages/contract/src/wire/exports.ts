// Made by `npm run golden` from the endpoints; do not edit.

import type { endpoints } from '../endpoints.ts'
import type { WireEntry } from '../wire-entry.ts'
import { inPath, json, text } from '../wire-parameters.ts'

/** How an endpoint is called, by operation id in camel case. Small enough for a browser: it holds no schema. */
type Entry<K extends keyof typeof endpoints> = WireEntry<(typeof endpoints)[K]>

export const askForComplianceExport: Entry<'askForComplianceExport'> = { method: 'POST', path: '/tagma/compliance_exports', params: { export_type: text, channel_ids: json, user_ids: json, since: json, until: json, direct: json, format: text } }
export const askForOwnExport: Entry<'askForOwnExport'> = { method: 'POST', path: '/tagma/own_exports', params: { include_received: json } }
export const deleteComplianceExport: Entry<'deleteComplianceExport'> = { method: 'DELETE', path: '/tagma/compliance_exports/{export_id}', params: { export_id: inPath } }
export const deleteOwnExport: Entry<'deleteOwnExport'> = { method: 'DELETE', path: '/tagma/own_exports/{export_id}', params: { export_id: inPath } }
export const deleteRealmExport: Entry<'deleteRealmExport'> = { method: 'DELETE', path: '/export/realm/{export_id}', params: { export_id: inPath } }
export const exportRealm: Entry<'exportRealm'> = { method: 'POST', path: '/export/realm', params: { export_type: text } }
export const getComplianceExports: Entry<'getComplianceExports'> = { method: 'GET', path: '/tagma/compliance_exports', params: {} }
export const getOwnExports: Entry<'getOwnExports'> = { method: 'GET', path: '/tagma/own_exports', params: {} }
export const getRealmExportConsents: Entry<'getRealmExportConsents'> = { method: 'GET', path: '/export/realm/consents', params: {} }
export const getRealmExports: Entry<'getRealmExports'> = { method: 'GET', path: '/export/realm', params: {} }
