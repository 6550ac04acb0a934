import { registerClientDevice } from '@tagma/contract/endpoints/push/register-client-device.ts'
import { handle } from '#call/call.ts'
import { appOf } from '../app-of.ts'
import { addDevice } from '../change-device.ts'

export const registerClientDeviceHandler = handle(
  registerClientDevice,
  async ({ caller, transact, userAgent }) => ({
    device_id: await transact((tx) => addDevice(tx, caller, appOf(userAgent))),
  }),
)
