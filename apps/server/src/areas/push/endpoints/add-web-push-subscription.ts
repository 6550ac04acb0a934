import { addWebPushSubscription } from '@tagma/contract/endpoints/push/add-web-push-subscription.ts'
import { handle } from '#call/call.ts'
import { addBrowser } from '../add-browser.ts'

export const addWebPushSubscriptionHandler = handle(addWebPushSubscription, async (call, subscription) => ({
  id: await addBrowser(call, subscription),
}))
