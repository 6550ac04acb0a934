import type { PushDeviceKind } from '@tagma/contract/objects/push-device.ts'
import type { Uses } from '#call/services.ts'
import type { PushFailure } from '#ports/push-sender.ts'
import { saveContact } from '#store/notifying/contacts.ts'
import type { ContactColumns } from '#store/sql/tables/notifying.ts'
import { tellPushDevices } from './tell-push-devices.ts'

/** Seconds for which the same outcome is not written again, because notifications are many. */
const exactness = 3600
const longestText = 200

/** A device as it was read before a notification was sent to it. */
export interface Contacted {
  readonly kind: PushDeviceKind
  readonly row: Pick<ContactColumns, 'reached_at' | 'failed_at' | 'failure'> & {
    readonly id: number
    readonly user_id: number
  }
}

/** Notes that a push service has taken a notification for a device. */
export async function noteReached(
  services: Uses<'clock' | 'transact'>,
  organizationId: number,
  contacted: Contacted,
): Promise<void> {
  const { failed_at, reached_at } = contacted.row
  const now = Math.floor(services.time.clock.now() / 1000)
  const isNews = reached_at === null || failed_at !== null
  if (!isNews && now - reached_at < exactness) return
  const contact = { reached_at: now, failed_at: null, failure: null, failure_text: null }
  await save(services, organizationId, contacted, { contact, isNews })
}

/** Notes that a push service did not take a notification for a device, and why. */
export async function noteFailed(
  services: Uses<'clock' | 'transact'>,
  organizationId: number,
  contacted: Contacted,
  { reason, message }: PushFailure,
): Promise<void> {
  const { failed_at, failure } = contacted.row
  const now = Math.floor(services.time.clock.now() / 1000)
  const isNews = failed_at === null || failure !== reason
  if (!isNews && now - failed_at < exactness) return
  const contact = { failed_at: now, failure: reason, failure_text: message.slice(0, longestText) }
  await save(services, organizationId, contacted, { contact, isNews })
}

function save(
  { data: { transact } }: Uses<'transact'>,
  organizationId: number,
  { kind, row }: Contacted,
  { contact, isNews }: { readonly contact: Partial<ContactColumns>; readonly isNews: boolean },
): Promise<void> {
  return transact(organizationId, async (tx) => {
    await saveContact(tx, kind, row.id, contact)
    if (isNews) tellPushDevices(tx, [row.user_id])
  })
}
