import type { Call } from '#call/call.ts'
import { deleteWebPush } from '#store/notifying/web-push-subscriptions.ts'
import { unknownSubscription } from './require-subscription.ts'

/** Sends notifications to a browser of the caller no more. */
export async function removeBrowser({ caller, transact }: Call, subscriptionId: number): Promise<void> {
  await transact(async (tx) => {
    if (!(await deleteWebPush(tx, caller.id, subscriptionId))) throw unknownSubscription()
  })
}
