// Made by `npm run golden` from the endpoints; do not edit.

import type { endpoints } from '../endpoints.ts'
import type { WireEntry } from '../wire-entry.ts'
import { inPath, json, text } from '../wire-parameters.ts'

/** How an endpoint is called, by operation id in camel case. Small enough for a browser: it holds no schema. */
type Entry<K extends keyof typeof endpoints> = WireEntry<(typeof endpoints)[K]>

export const createScimClient: Entry<'createScimClient'> = { method: 'POST', path: '/tagma/scim_clients', params: { name: text, password: text, code: text, may_touch_owners: json } }
export const getScimClients: Entry<'getScimClients'> = { method: 'GET', path: '/tagma/scim_clients', params: {} }
export const removeScimClient: Entry<'removeScimClient'> = { method: 'DELETE', path: '/tagma/scim_clients/{scim_client_id}', params: { scim_client_id: inPath } }
export const rotateScimClient: Entry<'rotateScimClient'> = { method: 'POST', path: '/tagma/scim_clients/{scim_client_id}/secret', params: { scim_client_id: inPath, password: text, code: text, ends_former: json } }
