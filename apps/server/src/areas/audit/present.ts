import type { auditRow } from '@tagma/contract/objects/audit-row.ts'
import type * as z from 'zod'
import type { AuditLogRow } from '#store/log/audit-log.ts'

/** A row of the audit log as clients and exports get it. */
export type PresentedAuditRow = z.infer<typeof auditRow>

/** Presents a row of the audit log to somebody who may see all of it. */
export const presentAuditRow = (row: AuditLogRow): PresentedAuditRow => ({
  number: row.number,
  timestamp: row.at,
  // The columns hold nothing else: only `appendAudit` writes them.
  actor_kind: row.actor_kind as PresentedAuditRow['actor_kind'],
  actor_id: row.actor_id,
  credential: row.credential,
  address: row.address,
  action: row.action as PresentedAuditRow['action'],
  target_kind: row.target_kind as PresentedAuditRow['target_kind'],
  target_id: row.target_id,
  detail: JSON.parse(row.detail) as Record<string, unknown>,
  digest: row.digest,
})

/** Presents a row to the account that it concerns: where others act on it, and how they sign in, is their own affair. */
export function presentOwnAuditRow(row: AuditLogRow, userId: number): PresentedAuditRow {
  const presented = presentAuditRow(row)
  const isOthers = row.actor_id !== null && row.actor_id !== userId
  return isOthers ? { ...presented, credential: null, address: null } : presented
}
