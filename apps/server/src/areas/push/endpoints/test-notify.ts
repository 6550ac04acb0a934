import { testNotify } from '@tagma/contract/endpoints/push/test-notify.ts'
import { handle } from '#call/call.ts'
import { sendPlainTestNotification } from '../send-test-notification.ts'

export const testNotifyHandler = handle(testNotify, async ({ caller, directory, services }, { token }) => {
  await sendPlainTestNotification(services, directory.organization, caller, token)
  return {}
})
