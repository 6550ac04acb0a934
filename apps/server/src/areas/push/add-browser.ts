import type { Args } from '@tagma/contract/define.ts'
import type { addWebPushSubscription } from '@tagma/contract/endpoints/push/add-web-push-subscription.ts'
import type { Call } from '#call/call.ts'
import { badRequest } from '#model/refusal.ts'
import { saveWebPush, webPushesOfSessions } from '#store/notifying/web-push-subscriptions.ts'
import { requireSubscription } from './require-subscription.ts'
import { tellPushDevices } from './tell-push-devices.ts'
import { findWebPushKeys } from './web-push-keys.ts'

/** Has notifications sent to the browser that calls. Returns the id of its subscription. */
export async function addBrowser(
  { caller, directory, services, session, transact }: Call,
  given: Args<typeof addWebPushSubscription>,
): Promise<number> {
  if (!session) throw badRequest('Only a browser with a session has notifications sent to it.')
  const subscription = requireSubscription(given)
  if (!(await findWebPushKeys(services, directory.organization.id)))
    throw badRequest('The organization has no key yet: ask for it, and subscribe with it')
  return transact(async (tx) => {
    const [present] = await webPushesOfSessions(tx.db, [session.id])
    if (given.is_renewal && present?.removed_at)
      throw badRequest('Notifications for this browser were removed: turn them on again in it.')
    const id = await saveWebPush(tx, { ...subscription, user_id: caller.id, session_id: session.id })
    tellPushDevices(tx, [caller.id])
    return id
  })
}
