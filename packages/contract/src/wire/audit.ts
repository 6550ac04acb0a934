// Made by `npm run golden` from the endpoints; do not edit.

import type { endpoints } from '../endpoints.ts'
import type { WireEntry } from '../wire-entry.ts'
import { json } from '../wire-parameters.ts'

/** How an endpoint is called, by operation id in camel case. Small enough for a browser: it holds no schema. */
type Entry<K extends keyof typeof endpoints> = WireEntry<(typeof endpoints)[K]>

export const getAuditLog: Entry<'getAuditLog'> = { method: 'GET', path: '/tagma/audit_log', params: { everybody: json, user_id: json, actor_id: json, target_kind: json, target_id: json, action: json, actions: json, since: json, until: json, before: json, limit: json } }
