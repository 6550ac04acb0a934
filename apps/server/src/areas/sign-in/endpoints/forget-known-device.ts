import { forgetKnownDevice } from '@tagma/contract/endpoints/sign-in/forget-known-device.ts'
import { handle } from '#call/call.ts'
import { forgetOwnDevice } from '../own-devices.ts'

export const forgetKnownDeviceHandler = handle(forgetKnownDevice, async (call, { device_id }) => {
  await forgetOwnDevice(call, device_id)
  return {}
})
