import type { Uses } from '#call/services.ts'
import type { OrganizationRecord } from '#model/records.ts'
import { PushFailure, type PushStanding } from '#ports/push-sender.ts'
import type { Tx } from '#store/log/tx.ts'
import { updateOrganization } from '#store/organization/organizations.ts'

/** Reads from a failure whether the push service serves the organization; undefined if the failure does not tell. */
export function standingAfter(error: unknown): PushStanding | undefined {
  return error instanceof PushFailure && error.reason === 'refused'
    ? { isServed: false, until: null }
    : undefined
}

/**
 * Stores whether a relay serves an organization, and tells its clients of a change. Apple and Google do not count: they
 * know no organizations, and one may accept what the other refuses.
 */
export async function noteStanding(
  { config, data: { directories, transact } }: Uses<'config' | 'directories' | 'transact'>,
  organizationId: number,
  standing: PushStanding | undefined,
): Promise<void> {
  if (!standing || !config.push.relay) return
  const changed = { state: standing.isServed ? 'on' : 'refused', until: standing.until } as const
  const { push } = (await directories.get(organizationId)).organization
  if (push.state === changed.state && push.until === changed.until) return
  await transact(organizationId, async (tx) => {
    await changePushState(tx, (await directories.get(organizationId)).organization, changed)
  })
}

/** Sets whether mobile notifications can be sent, and until when, and tells everybody the differences. */
export async function changePushState(
  tx: Tx,
  { push }: Pick<OrganizationRecord, 'push'>,
  { state, until }: OrganizationRecord['push'],
): Promise<void> {
  if (push.state === state && push.until === until) return
  await updateOrganization(tx, { push_state: state, push_until: until })
  const [was, is] = [push.state === 'on', state === 'on']
  if (was !== is) tell(tx, 'push_notifications_enabled', is)
  if (push.until !== until) tell(tx, 'push_notifications_enabled_end_timestamp', until)
}

const tell = (tx: Tx, property: string, value: boolean | number | null) =>
  tx.emit({ type: 'realm', op: 'update', property, value }, { everyone: true })
