import { getKnownDevices } from '@tagma/contract/endpoints/sign-in/get-known-devices.ts'
import { handle } from '#call/call.ts'
import { ownDevices } from '../own-devices.ts'

export const getKnownDevicesHandler = handle(getKnownDevices, async (call) => ({
  devices: await ownDevices(call),
}))
