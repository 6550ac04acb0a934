import { registerClientDevice } from '@tagma/contract/endpoints/push/register-client-device.ts'
import { registerPushDevice } from '@tagma/contract/endpoints/push/register-push-device.ts'
import { registerPushesJob } from '#areas/push/register-pushes-job.ts'
import type { Account, TestApp } from './app.ts'
import { pushKey } from './push-relay.ts'

/** Fields of a first registration, for a token with an id made from `n`. */
export const firstRegistration = (device_id: number, n = 1, kind: 'fcm' | 'apns' = 'fcm') => ({
  device_id,
  push_key_id: n,
  push_key: pushKey(n),
  token_kind: kind,
  token_id: Buffer.from(Array<number>(8).fill(n)).toString('base64'),
  bouncer_public_key: 'public key',
  encrypted_push_registration: 'sealed',
})

/** Registers a phone for notifications with the key `pushKey(n)`. The relay must answer normally. */
export async function givenPhone(
  t: TestApp,
  user: Account,
  n = 1,
  kind: 'fcm' | 'apns' = 'fcm',
): Promise<number> {
  const { device_id } = await t.as(user).call(registerClientDevice, {})
  await t.as(user).call(registerPushDevice, firstRegistration(device_id, n, kind))
  await registerPushesJob.run(t.app.services, t.organizationId)
  return device_id
}
