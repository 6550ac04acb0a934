import type { Services } from '#call/services.ts'
import { settingOf } from '#directory/organization-directory.ts'
import { organizationUrl } from '#directory/organization-url.ts'
import type { OrganizationRecord } from '#model/records.ts'
import { PushFailure } from '#ports/push-sender.ts'
import { deleteWebPush, type WebPushRow } from '#store/notifying/web-push-subscriptions.ts'
import { type Contacted, noteFailed, noteReached } from './note-contact.ts'
import type { PushPayload } from './payload.ts'
import { tellPushDevices } from './tell-push-devices.ts'
import { findWebPushKeys } from './web-push-keys.ts'

/**
 * Sends a notification to a browser, and notes the outcome. If its push service no longer knows the browser, deletes its
 * subscription and returns false. Throws a PushFailure.
 */
export async function sendToBrowser(
  services: Services,
  organization: OrganizationRecord,
  browser: WebPushRow,
  payload: PushPayload,
): Promise<boolean> {
  if (payload.type === 'remove' && mustShow(browser.endpoint)) return true
  const contacted: Contacted = { kind: 'browser', row: browser }
  let outcome: 'taken' | 'gone'
  try {
    outcome = await push(services, organization, browser, payload)
  } catch (error) {
    if (error instanceof PushFailure) await noteFailed(services, organization.id, contacted, error)
    throw error
  }
  if (outcome === 'taken') {
    await noteReached(services, organization.id, contacted)
    return true
  }
  await services.data.transact(organization.id, async (tx) => {
    if (await deleteWebPush(tx, browser.id)) tellPushDevices(tx, [browser.user_id])
  })
  return false
}

async function push(
  services: Services,
  organization: OrganizationRecord,
  browser: WebPushRow,
  payload: PushPayload,
): Promise<'taken' | 'gone'> {
  const keys = await findWebPushKeys(services, organization.id)
  return keys
    ? services.outside.webPush.send({
        endpoint: browser.endpoint,
        p256dh: browser.p256dh,
        auth: browser.auth,
        keys,
        contact: contactOf(organizationUrl(services.config, organization)),
        payload: JSON.stringify(await shownOf(services, payload, organization.id)),
        isUrgent: payload.type !== 'remove',
      })
    : 'gone'
}

/** Leaves the text of a direct message out where the person wants it on no screen. */
async function shownOf(
  { data: { directories } }: Services,
  payload: PushPayload,
  organizationId: number,
): Promise<PushPayload> {
  if (payload.type !== 'message' || payload.recipient_type !== 'direct') return payload
  const user = (await directories.get(organizationId)).users.get(payload.user_id)
  return user && !settingOf(user, 'pm_content_in_desktop_notifications')
    ? { ...payload, content: '' }
    : payload
}

/** Safari ends a subscription after a few pushes that show nothing. There a notification stays until it is looked at. */
const mustShow = (endpoint: string) => new URL(endpoint).hostname.endsWith('.push.apple.com')

/** Push services take addresses of mail, and of websites by https. */
const contactOf = (url: string) =>
  url.startsWith('https:') ? url : `mailto:postmaster@${new URL(url).hostname}`
