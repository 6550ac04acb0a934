import type { Args } from '@tagma/contract/define.ts'
import type { getAuditLog } from '@tagma/contract/endpoints/audit/get-audit-log.ts'
import { isOwner } from '@tagma/rules/roles.ts'
import type { Call } from '#call/call.ts'
import { badRequest, Refusal } from '#model/refusal.ts'
import { type AuditQuery, listAuditRows } from '#store/log/audit-log.ts'
import { type PresentedAuditRow, presentAuditRow, presentOwnAuditRow } from './present.ts'

/**
 * Reads the audit log: rows that concern the caller or, for owners, those of everybody, which leaves a row. Throws
 * UNAUTHORIZED_PRINCIPAL for others who ask for everybody's.
 */
export async function auditLogFor(
  { caller, db, directory, transact }: Pick<Call, 'caller' | 'db' | 'directory' | 'transact'>,
  { everybody, limit, ...filter }: Args<typeof getAuditLog>,
): Promise<PresentedAuditRow[]> {
  const asked = auditQueryOf(filter)
  const { id } = directory.organization
  if (!everybody) {
    const own = filter.user_id === undefined || filter.user_id === caller.id
    const rows = own ? await listAuditRows(db, id, { ...asked, limit, concerning: caller.id }) : []
    return rows.map((row) => presentOwnAuditRow(row, caller.id))
  }
  if (!isOwner(caller)) throw new Refusal('UNAUTHORIZED_PRINCIPAL', 'Must be an organization owner')
  const rows = await listAuditRows(db, id, { ...asked, limit })
  await transact(async (tx) => tx.audit('audit.read', null, { ...filter, rows: rows.length }))
  return rows.map(presentAuditRow)
}

type AuditFilter = Omit<Args<typeof getAuditLog>, 'everybody' | 'limit'>

/** Makes a query of the parameters of the endpoint. Throws BAD_REQUEST for an id of a thing without its kind. */
export function auditQueryOf({ user_id, ...asked }: AuditFilter): Omit<AuditQuery, 'limit'> {
  if (asked.target_id !== undefined && asked.target_kind === undefined)
    throw badRequest('Say by target_kind what target_id is the id of.')
  return { ...asked, concerning: user_id }
}
