import type { Args } from '@tagma/contract/define.ts'
import type { registerPushDevice } from '@tagma/contract/endpoints/push/register-push-device.ts'
import type { UserRecord } from '#model/records.ts'
import { badRequest } from '#model/refusal.ts'
import type { Tx } from '#store/log/tx.ts'
import { type DeviceRow, findDevice } from '#store/notifying/devices.ts'
import { insertPushRegistration } from '#store/notifying/push-registrations.ts'
import { changeDevice, unknownDevice } from './change-device.ts'
import { requirePushKey, requireTokenId } from './rules.ts'

type Registration = Args<typeof registerPushDevice>

interface Key {
  readonly push_key_id: number
  readonly push_key: string
}

interface Token {
  readonly kind: 'fcm' | 'apns'
  readonly id: string
  readonly publicKey: string
  readonly encryptedRegistration: string
}

/**
 * Stores a device's key, token or both. A new token goes to the push service; until the service accepts it,
 * notifications go to the previous token. `program` is the name that the app gives itself.
 */
export async function registerDevice(
  tx: Tx,
  user: UserRecord,
  registration: Registration,
  program: string | null,
): Promise<void> {
  const key = keyOf(registration)
  const token = tokenOf(registration)
  if (!key && !token)
    throw badRequest(
      'Missing parameters: pass `push_key_id` and `push_key`, or `token_kind`, `token_id`, `bouncer_public_key` and `encrypted_push_registration`, or all of them',
    )
  const device = await findDevice(tx.db, user.id, registration.device_id)
  if (!device) throw unknownDevice()
  if (!key && device.push_key_id === null)
    throw badRequest('No push registration exists to rotate the token of')
  if (!token) {
    if (device.push_key_id === null) throw badRequest('No push registration exists to rotate the key of')
    await changeDevice(tx, device, { ...key, program })
    return
  }
  if (isKnown(device, key, token)) return
  if (device.pending_push_token_id !== null && device.error_code === null)
    throw badRequest('A registration of the device is already under way')
  await insertPushRegistration(tx, {
    device_id: device.id,
    token_id: token.id,
    public_key: token.publicKey,
    encrypted_registration: token.encryptedRegistration,
  })
  await changeDevice(tx, device, {
    ...key,
    program,
    token_kind: token.kind,
    pending_push_token_id: token.id,
    token_updated_at: tx.now,
    error_code: null,
  })
}

/** Tells whether the same registration was made already: a client asks again if it has not received the answer. */
function isKnown(device: DeviceRow, key: Key | undefined, token: Token): boolean {
  return (
    device.error_code === null &&
    device.push_token_id === token.id &&
    device.token_kind === token.kind &&
    device.pending_push_token_id === null &&
    (!key || (device.push_key_id === key.push_key_id && device.push_key === key.push_key))
  )
}

function keyOf({ push_key_id, push_key }: Registration): Key | undefined {
  if (push_key_id === undefined || push_key === undefined) return undefined
  return { push_key_id, push_key: requirePushKey(push_key) }
}

function tokenOf(registration: Registration): Token | undefined {
  const { token_kind, token_id, bouncer_public_key, encrypted_push_registration } = registration
  if (
    token_kind === undefined ||
    token_id === undefined ||
    bouncer_public_key === undefined ||
    encrypted_push_registration === undefined
  )
    return undefined
  return {
    kind: token_kind,
    id: requireTokenId(token_id),
    publicKey: bouncer_public_key,
    encryptedRegistration: encrypted_push_registration,
  }
}
