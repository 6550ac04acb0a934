import type { Services } from '#call/services.ts'
import { organizationUrl } from '#directory/organization-url.ts'
import { byCommand } from '#model/audit.ts'
import type { OrganizationRecord, UserRecord } from '#model/records.ts'
import { deleteEndedFlows, insertSignInFlow } from '#store/people/sign-in-flows.ts'
import { handleLength } from './flow-secrets.ts'
import { oncePath, onceSeconds } from './once-page.ts'

/** Makes a link that signs a user in once, for a command. The second factor is asked for all the same. */
export async function makeOnceLink(
  services: Services,
  organization: OrganizationRecord,
  user: Pick<UserRecord, 'id'>,
): Promise<string> {
  const handle = services.time.random.token(handleLength)
  await services.data.transact(
    organization.id,
    async (tx) => {
      await deleteEndedFlows(tx)
      const flow = { provider: '', purpose: 'command', userId: user.id, data: { next: '/' } } as const
      await insertSignInFlow(tx, handle, flow, tx.now + onceSeconds)
      tx.audit('session.link', { kind: 'user', id: user.id })
    },
    { by: byCommand },
  )
  return organizationUrl(services.config, organization) + oncePath + handle
}
