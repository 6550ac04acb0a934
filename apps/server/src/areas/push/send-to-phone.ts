import type { Services } from '#call/services.ts'
import type { OrganizationRecord } from '#model/records.ts'
import { PushFailure, type PushSender } from '#ports/push-sender.ts'
import { dispatch, type PhoneTarget } from './dispatch.ts'
import { dropTarget } from './drop-target.ts'
import { type Contacted, noteFailed, noteReached } from './note-contact.ts'
import { noteStanding, standingAfter } from './note-standing.ts'
import type { PushPayload } from './payload.ts'

interface PhoneNotification {
  /** A UUID, the same at every attempt. */
  readonly id: string
  readonly target: PhoneTarget
  readonly payload: PushPayload
}

/**
 * Sends a notification to a phone, and notes the outcome. If the push service no longer knows the phone, deletes its token
 * and returns false. Throws a PushFailure.
 */
export async function sendToPhone(
  services: Services,
  sender: PushSender,
  organization: OrganizationRecord,
  { id, target, payload }: PhoneNotification,
): Promise<boolean> {
  const contacted = contactedOf(target)
  try {
    const { isDead, standing } = await dispatch(sender, organization, id, target, payload)
    if (isDead) await services.data.transact(organization.id, (tx) => dropTarget(tx, target))
    else await noteReached(services, organization.id, contacted)
    await noteStanding(services, organization.id, standing)
    return !isDead
  } catch (error) {
    if (error instanceof PushFailure) await noteFailed(services, organization.id, contacted, error)
    await noteStanding(services, organization.id, standingAfter(error))
    throw error
  }
}

const contactedOf = (target: PhoneTarget): Contacted =>
  target.kind === 'device'
    ? { kind: 'phone', row: target.device }
    : { kind: 'older_phone', row: target.token }
