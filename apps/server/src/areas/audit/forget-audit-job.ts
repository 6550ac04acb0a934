import type { Job } from '#jobs/job.ts'
import { findAuditChain, forgetAudit } from '#store/log/audit-log.ts'

/**
 * Forgets rows of the audit log whose time has come, and writes the newest row's digest to the server's log: kept
 * elsewhere, it shows later that the rows up to it are still the same.
 */
export const forgetAuditJob: Job = {
  name: 'forget-audit',
  everySeconds: 86_400,
  once: true,
  async run({ config, data, log }, organizationId) {
    await data.transact(organizationId, (tx) => forgetAudit(tx, tx.now - config.auditDays * 86_400))
    const { newest } = await findAuditChain(data.db, organizationId)
    if (newest.number === 0) return
    const place = `${newest.number}:${newest.digest}`
    log.info(
      { event: 'audit.newest', organization: organizationId, place },
      'The newest row of the audit log.',
    )
  },
}
