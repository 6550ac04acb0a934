import { removeClientDevice } from '@tagma/contract/endpoints/push/remove-client-device.ts'
import { handle } from '#call/call.ts'
import { removeDevice } from '../change-device.ts'

export const removeClientDeviceHandler = handle(
  removeClientDevice,
  async ({ caller, transact }, { device_id }) => {
    await transact((tx) => removeDevice(tx, caller, device_id))
    return {}
  },
)
