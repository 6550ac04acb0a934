import { backOff } from '#jobs/back-off.ts'
import type { Job } from '#jobs/job.ts'
import { PushFailure, type RegisteredToken, RegistrationRejected } from '#ports/push-sender.ts'
import { isPushTokenId } from '#ports/push-token-id.ts'
import type { Tx } from '#store/log/tx.ts'
import { findDeviceById } from '#store/notifying/devices.ts'
import { deleteLegacyTokenById, legacyTokensOf } from '#store/notifying/legacy-push-tokens.ts'
import {
  deletePushRegistration,
  duePushRegistrations,
  postponePushRegistration,
  type PushRegistrationRow,
  samePushRegistration,
} from '#store/notifying/push-registrations.ts'
import { changeDevice } from './change-device.ts'
import { noteStanding, standingAfter } from './note-standing.ts'
import { patience } from './patience.ts'
import { tellPushDevices } from './tell-push-devices.ts'

/** Registers devices' tokens with the push service, and tells clients the result. */
export const registerPushesJob: Job = {
  name: 'register-pushes',
  everySeconds: 1,
  once: true,
  awaits: 'push_registrations',
  isSlow: true,
  async run(services, organizationId) {
    const {
      log,
      outside: { pushSender },
      time: { clock, random },
    } = services
    if (!pushSender) return
    const now = Math.floor(clock.now() / 1000)
    const due = await duePushRegistrations(services.data.db, organizationId, now)
    if (due.length === 0) return
    const { organization } = await services.data.directories.get(organizationId)
    const conclude = (row: PushRegistrationRow, body: (tx: Tx) => Promise<void>) =>
      services.data.transact(organizationId, async (tx) => {
        // The device may be gone by now, or have asked for something else.
        if (await samePushRegistration(tx, row)) await body(tx)
      })
    for (const row of due) {
      try {
        const registered = await pushSender.register({
          organization: organization.uuid,
          tokenId: row.token_id,
          publicKey: row.public_key,
          encryptedRegistration: row.encrypted_registration,
        })
        await conclude(row, (tx) => succeed(tx, row, registered))
      } catch (error) {
        if (error instanceof RegistrationRejected) await conclude(row, (tx) => fail(tx, row, error.code))
        else if (error instanceof PushFailure) {
          await noteStanding(services, organizationId, standingAfter(error))
          log.warn(
            { err: error, device: row.device_id },
            'A device could not be registered for notifications.',
          )
          if (now - row.created_at >= patience.giveUpAfter)
            await conclude(row, (tx) => fail(tx, row, 'REQUEST_EXPIRED'))
          else
            await conclude(row, (tx) =>
              postponePushRegistration(
                tx,
                row.device_id,
                row.attempts + 1,
                tx.now + backOff(patience, row.attempts, random.fraction()),
              ),
            )
        } else throw error
      }
    }
  },
}

async function succeed(tx: Tx, row: PushRegistrationRow, registered: RegisteredToken | undefined) {
  const device = await findDeviceById(tx.db, row.device_id)
  if (!device) return
  await deletePushRegistration(tx, row.device_id)
  await changeDevice(tx, device, {
    push_token_id: row.token_id,
    pending_push_token_id: null,
    error_code: null,
    failed_at: null,
    failure: null,
    failure_text: null,
    token: registered?.token ?? null,
    app_id: registered?.appId ?? null,
    ...(registered ? { token_kind: registered.kind } : {}),
  })
  for (const { id, kind, token } of await legacyTokensOf(tx.db, [device.user_id]))
    if (isPushTokenId(row.token_id, token, kind) && (await deleteLegacyTokenById(tx, id)))
      tellPushDevices(tx, [device.user_id])
}

async function fail(tx: Tx, row: PushRegistrationRow, code: string): Promise<void> {
  const device = await findDeviceById(tx.db, row.device_id)
  if (!device) return
  await deletePushRegistration(tx, row.device_id)
  await changeDevice(tx, device, { error_code: code })
}
