import { registerPushDevice } from '@tagma/contract/endpoints/push/register-push-device.ts'
import { handle } from '#call/call.ts'
import { appOf } from '../app-of.ts'
import { registerDevice } from '../register-device.ts'
import { requirePushSender } from '../require-push-sender.ts'

export const registerPushDeviceHandler = handle(
  registerPushDevice,
  async ({ caller, services, transact, userAgent }, registration) => {
    requirePushSender(services)
    await transact((tx) => registerDevice(tx, caller, registration, appOf(userAgent)))
    return {}
  },
)
