import { testPushDevices } from '@tagma/contract/endpoints/push/test-push-devices.ts'
import { handle } from '#call/call.ts'
import { testOwnDevices } from '../test-own-devices.ts'

export const testPushDevicesHandler = handle(testPushDevices, async (call, which) => ({
  results: await testOwnDevices(call, which),
}))
