import type { Call } from '#call/call.ts'
import { queuesEnded } from '#events/ended-queues.ts'
import { nobody } from '#model/audience.ts'
import { badRequest } from '#model/refusal.ts'
import { deleteQueuesOfOrganization } from '#store/log/event-queues.ts'
import type { Tx } from '#store/log/tx.ts'
import { updateOrganization } from '#store/organization/organizations.ts'
import { deletionDelayProblem, deletionTime } from './deactivation-rules.ts'
import { deleteOrganization } from './delete-organization.ts'

/**
 * Closes an organization. Everybody is logged out at once, and parked polls end. `delay` is the number of days until
 * its data is deleted: 0 deletes it now, null keeps it.
 */
export async function deactivateOrganization(
  { caller, directory, services, transact }: Pick<Call, 'caller' | 'directory' | 'services' | 'transact'>,
  delay: number | null,
): Promise<void> {
  const { id } = directory.organization
  await transact(async (tx) => {
    const problem = deletionDelayProblem(delay, {
      organization: directory.organization,
      limits: services.config.deletionDays,
      hasEmail: caller.deliveryEmail !== '',
      now: tx.now,
    })
    if (problem !== undefined) throw badRequest(problem)
    await updateOrganization(tx, { deactivated_at: tx.now, deletion_at: deletionTime(delay, tx.now) })
    tx.audit('organization.deactivated', null, { deletion_delay_days: delay })
    await deleteQueuesOfOrganization(tx)
    tx.emit({ type: 'realm', op: 'deactivated', realm_id: id }, { everyone: true })
    tx.emit(queuesEnded({}, 'REALM_DEACTIVATED', 'This organization has been deactivated'), nobody)
  })
  if (delay === 0) await deleteOrganization(services, id)
}

/** Opens a deactivated organization again, if its data is still there. */
export async function reactivateOrganization(tx: Tx): Promise<void> {
  await updateOrganization(tx, { deactivated_at: null, deletion_at: null })
  tx.audit('organization.reactivated')
}
