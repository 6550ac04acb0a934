import { removeWebPushSubscription } from '@tagma/contract/endpoints/push/remove-web-push-subscription.ts'
import { handle } from '#call/call.ts'
import { removeBrowser } from '../remove-browser.ts'

export const removeWebPushSubscriptionHandler = handle(
  removeWebPushSubscription,
  async (call, { subscription_id }) => {
    await removeBrowser(call, subscription_id)
    return {}
  },
)
