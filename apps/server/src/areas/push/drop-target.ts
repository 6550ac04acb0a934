import type { Tx } from '#store/log/tx.ts'
import { findDeviceById } from '#store/notifying/devices.ts'
import { deleteLegacyTokenById } from '#store/notifying/legacy-push-tokens.ts'
import { changeDevice } from './change-device.ts'
import type { PhoneTarget } from './dispatch.ts'
import { tellPushDevices } from './tell-push-devices.ts'

/** Forgets a token that the push service calls dead. The device stays, so that it can register a new one. */
export async function dropTarget(tx: Tx, target: PhoneTarget): Promise<void> {
  if (target.kind === 'legacy') {
    if (await deleteLegacyTokenById(tx, target.token.id)) tellPushDevices(tx, [target.token.user_id])
    return
  }
  const device = await findDeviceById(tx.db, target.device.id)
  // The device may have another token by now.
  if (device && device.push_token_id === target.device.push_token_id)
    await changeDevice(tx, device, {
      push_token_id: null,
      token: null,
      app_id: null,
      failed_at: tx.now,
      failure: 'gone',
      failure_text: null,
    })
}
