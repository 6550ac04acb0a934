import { e2eeTestNotify } from '@tagma/contract/endpoints/push/e2ee-test-notify.ts'
import { handle } from '#call/call.ts'
import { sendTestNotification } from '../send-test-notification.ts'

export const e2eeTestNotifyHandler = handle(
  e2eeTestNotify,
  async ({ caller, directory, services }, { device_id }) => {
    await sendTestNotification(services, directory.organization, caller, device_id)
    return {}
  },
)
