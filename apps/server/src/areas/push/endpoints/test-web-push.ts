import { testWebPush } from '@tagma/contract/endpoints/push/test-web-push.ts'
import { handle } from '#call/call.ts'
import { sendBrowserTest } from '../send-test-notification.ts'

export const testWebPushHandler = handle(
  testWebPush,
  async ({ caller, directory, services }, { subscription_id }) => {
    await sendBrowserTest(services, directory.organization, caller, subscription_id)
    return {}
  },
)
