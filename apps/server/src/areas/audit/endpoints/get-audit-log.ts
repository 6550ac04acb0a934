import { getAuditLog } from '@tagma/contract/endpoints/audit/get-audit-log.ts'
import { handle } from '#call/call.ts'
import { auditLogFor } from '../audit-log-for.ts'

export const getAuditLogHandler = handle(getAuditLog, async (call, args) => ({
  audit_log: await auditLogFor(call, args),
}))
