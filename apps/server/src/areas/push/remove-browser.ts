import type { Call } from '#call/call.ts'
import { removeWebPush, restoreWebPush } from '#store/notifying/web-push-subscriptions.ts'
import { unknownSubscription } from './require-subscription.ts'
import { tellPushDevices } from './tell-push-devices.ts'

/** Stops notifications for a browser of the caller. */
export async function removeBrowser({ caller, transact }: Call, subscriptionId: number): Promise<void> {
  await transact(async (tx) => {
    if (!(await removeWebPush(tx, caller.id, subscriptionId))) throw unknownSubscription()
    tellPushDevices(tx, [caller.id])
  })
}

/** Takes the removal of a browser back. */
export async function restoreBrowser({ caller, transact }: Call, subscriptionId: number): Promise<void> {
  await transact(async (tx) => {
    if (!(await restoreWebPush(tx, caller.id, subscriptionId))) throw unknownSubscription()
    tellPushDevices(tx, [caller.id])
  })
}
