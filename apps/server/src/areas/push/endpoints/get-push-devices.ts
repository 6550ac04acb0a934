import { getPushDevices } from '@tagma/contract/endpoints/push/get-push-devices.ts'
import { handle } from '#call/call.ts'
import { ownPushDevices } from '../own-push-devices.ts'

export const getPushDevicesHandler = handle(getPushDevices, async (call) => ({
  devices: await ownPushDevices(call),
}))
