import type { Uses } from '#call/services.ts'
import { handOver } from '#jobs/hand-over.ts'
import type { Job } from '#jobs/job.ts'
import { PushFailure } from '#ports/push-sender.ts'
import { findDeviceById, isActiveDevice } from '#store/notifying/devices.ts'
import { findLegacyToken } from '#store/notifying/legacy-push-tokens.ts'
import type { OutboxRow } from '#store/notifying/outbox.ts'
import { findWebPush, type WebPushRow } from '#store/notifying/web-push-subscriptions.ts'
import type { PhoneTarget } from './dispatch.ts'
import { patience } from './patience.ts'
import { decodePayload } from './payload.ts'
import { sendToBrowser } from './send-to-browser.ts'
import { sendToPhone } from './send-to-phone.ts'

/**
 * Hands waiting notifications to the push services of phones and browsers. Failed ones are tried again under the same id, less and less often,
 * for a day: older ones are out of date. A dead service delays nothing but notifications.
 */
export const sendPushesJob: Job = {
  name: 'send-pushes',
  everySeconds: 1,
  once: true,
  awaits: 'outgoing_pushes',
  isSlow: true,
  async run(services, organizationId, mayGoOn) {
    const {
      log,
      outside: { pushSender },
      time: { clock },
    } = services
    const { organization } = await services.data.directories.get(organizationId)
    const now = Math.floor(clock.now() / 1000)
    await handOver(
      services,
      organizationId,
      {
        table: 'outgoing_pushes',
        batch: 100,
        width: 8,
        lease: 30,
        patience,
        async send(row) {
          const target = await targetOf(services, row)
          // The device was removed meanwhile, or the notification is out of date.
          if (!target || now - row.created_at > patience.giveUpAfter) return
          const payload = decodePayload(row.payload)
          if (target.kind === 'browser') {
            await sendToBrowser(services, organization, target.browser, payload)
            return
          }
          // The server was set up to reach phones when it wrote the row, and is no longer.
          if (!pushSender) return
          await sendToPhone(services, pushSender, organization, { id: row.notification_id, target, payload })
        },
        setbackOf(error) {
          if (!(error instanceof PushFailure) || error.reason === 'unexpected') return 'row'
          return error.reason === 'unfit' ? 'final' : 'service'
        },
        note({ attempts }, err, gaveUp) {
          log.warn(
            { err, attempts: attempts + 1 },
            gaveUp ? 'A notification was given up.' : 'A notification could not be sent; it is tried again.',
          )
        },
      },
      mayGoOn,
    )
  },
}

type Target = PhoneTarget | { readonly kind: 'browser'; readonly browser: WebPushRow }

/** Finds the device of a notification; undefined if it is gone. */
async function targetOf(
  { data: { db } }: Uses<'db'>,
  { device_id, legacy_token_id, web_push_id }: OutboxRow<'outgoing_pushes'>,
): Promise<Target | undefined> {
  if (web_push_id !== null) {
    const browser = await findWebPush(db, web_push_id)
    return browser && { kind: 'browser', browser }
  }
  if (legacy_token_id !== null) {
    const token = await findLegacyToken(db, legacy_token_id)
    return token && { kind: 'legacy', token }
  }
  const device = device_id === null ? undefined : await findDeviceById(db, device_id)
  return device && isActiveDevice(device) ? { kind: 'device', device } : undefined
}
