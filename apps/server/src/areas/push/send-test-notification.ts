import type { Services } from '#call/services.ts'
import { organizationUrl } from '#directory/organization-url.ts'
import type { OrganizationRecord, UserRecord } from '#model/records.ts'
import { badRequest, Refusal } from '#model/refusal.ts'
import { PushFailure } from '#ports/push-sender.ts'
import { activeDevicesOf } from '#store/notifying/devices.ts'
import { legacyTokensOf } from '#store/notifying/legacy-push-tokens.ts'
import { findWebPush } from '#store/notifying/web-push-subscriptions.ts'
import type { PhoneTarget } from './dispatch.ts'
import { addressTo, type PushPayload } from './payload.ts'
import { requirePushSender } from './require-push-sender.ts'
import { unknownSubscription } from './require-subscription.ts'
import { keptToken } from './rules.ts'
import { sendToBrowser } from './send-to-browser.ts'
import { sendToPhone } from './send-to-phone.ts'

/** Sends an encrypted test notification to one of a user's devices, or to all, and waits until it is on its way. */
export async function sendTestNotification(
  services: Services,
  organization: OrganizationRecord,
  user: UserRecord,
  deviceId: number | undefined,
): Promise<void> {
  const devices = (await activeDevicesOf(services.data.db, [user.id])).filter(
    (device) => deviceId === undefined || device.id === deviceId,
  )
  const noDevice = () =>
    new Refusal(
      'NO_ACTIVE_PUSH_DEVICE',
      deviceId === undefined
        ? 'You have no device that is registered for mobile notifications'
        : 'This device is not registered for mobile notifications',
    )
  if (devices.length === 0) throw noDevice()
  const targets = devices.map((device): PhoneTarget => ({ kind: 'device', device }))
  if ((await sendTest(services, organization, user, targets)) === 0) throw noDevice()
}

/** The same for clients that do not encrypt. */
export async function sendPlainTestNotification(
  services: Services,
  organization: OrganizationRecord,
  user: UserRecord,
  token: string | undefined,
): Promise<void> {
  if (organization.settings.require_e2ee_push_notifications)
    throw badRequest('This organization allows encrypted notifications only')
  const tokens = (await legacyTokensOf(services.data.db, [user.id])).filter(
    (row) => token === undefined || row.token === keptToken(token, row.kind),
  )
  if (tokens.length === 0) throw new Refusal('INVALID_PUSH_DEVICE_TOKEN', 'Device not recognized')
  const targets = tokens.map((row): PhoneTarget => ({ kind: 'legacy', token: row }))
  if ((await sendTest(services, organization, user, targets)) === 0)
    throw new Refusal('INVALID_REMOTE_PUSH_DEVICE_TOKEN', 'Device not recognized by the push service')
}

/** The same for one of a user's browsers. */
export async function sendBrowserTest(
  services: Services,
  organization: OrganizationRecord,
  user: UserRecord,
  subscriptionId: number,
): Promise<void> {
  const browser = await findWebPush(services.data.db, subscriptionId)
  if (browser?.user_id !== user.id) throw unknownSubscription()
  try {
    if (await sendToBrowser(services, organization, browser, testPayload(services, organization, user)))
      return
  } catch (error) {
    if (!(error instanceof PushFailure)) throw error
    services.log.warn({ err: error, user: user.id }, 'A test notification could not be sent.')
    throw new Refusal(
      'FAILED_TO_CONNECT_BOUNCER',
      `The push service of this browser did not take the notification: ${error.message}`,
    )
  }
  throw badRequest('The subscription has ended at the push service: subscribe again')
}

const testPayload = (
  services: Services,
  organization: OrganizationRecord,
  user: UserRecord,
): PushPayload => ({
  ...addressTo(organization, organizationUrl(services.config, organization), user.id),
  type: 'test',
  time: Math.floor(services.time.clock.now() / 1000),
})

/** Returns the number of targets reached. The others were dead and are forgotten. */
async function sendTest(
  services: Services,
  organization: OrganizationRecord,
  user: UserRecord,
  targets: readonly PhoneTarget[],
): Promise<number> {
  const sender = requirePushSender(services)
  const payload = testPayload(services, organization, user)
  let sent = 0
  for (const target of targets) {
    try {
      const id = services.time.random.uuid()
      if (await sendToPhone(services, sender, organization, { id, target, payload })) sent++
    } catch (error) {
      if (!(error instanceof PushFailure)) throw error
      services.log.warn({ err: error, user: user.id }, 'A test notification could not be sent.')
      throw refusalFor(error)
    }
  }
  return sent
}

function refusalFor({ reason, message }: PushFailure): Refusal {
  switch (reason) {
    case 'unreachable':
      return new Refusal('FAILED_TO_CONNECT_BOUNCER', 'Network error: the push service cannot be reached')
    case 'fault':
      return new Refusal('INTERNAL_SERVER_ERROR_ON_BOUNCER', 'The push service has a fault: try again later')
    case 'refused':
    case 'unexpected':
    case 'unfit':
      return new Refusal(
        'ADMIN_ACTION_REQUIRED',
        `The push service refuses this server, which its administrators have to see to: ${message}`,
      )
  }
}
