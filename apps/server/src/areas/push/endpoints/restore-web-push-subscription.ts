import { restoreWebPushSubscription } from '@tagma/contract/endpoints/push/restore-web-push-subscription.ts'
import { handle } from '#call/call.ts'
import { restoreBrowser } from '../remove-browser.ts'

export const restoreWebPushSubscriptionHandler = handle(
  restoreWebPushSubscription,
  async (call, { subscription_id }) => {
    await restoreBrowser(call, subscription_id)
    return {}
  },
)
