import { registerClientDevice } from '@tagma/contract/endpoints/push/register-client-device.ts'
import { handle } from '#call/call.ts'
import { addDevice } from '../change-device.ts'

export const registerClientDeviceHandler = handle(registerClientDevice, async ({ caller, transact }) => ({
  device_id: await transact((tx) => addDevice(tx, caller)),
}))
