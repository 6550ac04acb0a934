import type { Args } from '@tagma/contract/define.ts'
import type { getAuditLog } from '@tagma/contract/endpoints/audit/get-audit-log.ts'
import { isOwner } from '@tagma/rules/roles.ts'
import type { Call } from '#call/call.ts'
import { badRequest, Refusal } from '#model/refusal.ts'
import { listAuditRows } from '#store/log/audit-log.ts'
import { type PresentedAuditRow, presentAuditRow, presentOwnAuditRow } from './present.ts'

/**
 * Reads the audit log: rows that concern the caller or, for owners, those of everybody, which leaves a row. Throws
 * UNAUTHORIZED_PRINCIPAL for others who ask for everybody's.
 */
export async function auditLogFor(
  { caller, db, directory, transact }: Pick<Call, 'caller' | 'db' | 'directory' | 'transact'>,
  { everybody, limit, ...asked }: Args<typeof getAuditLog>,
): Promise<PresentedAuditRow[]> {
  if (asked.target_id !== undefined && asked.target_kind === undefined)
    throw badRequest('Say by target_kind what target_id is the id of.')
  const { id } = directory.organization
  if (!everybody) {
    const rows = await listAuditRows(db, id, { ...asked, limit, concerning: caller.id })
    return rows.map((row) => presentOwnAuditRow(row, caller.id))
  }
  if (!isOwner(caller)) throw new Refusal('UNAUTHORIZED_PRINCIPAL', 'Must be an organization owner')
  const rows = await listAuditRows(db, id, { ...asked, limit })
  await transact(async (tx) => tx.audit('audit.read', null, { ...asked, rows: rows.length }))
  return rows.map(presentAuditRow)
}
