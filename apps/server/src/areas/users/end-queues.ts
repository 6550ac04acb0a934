import type { ErrorCode } from '@tagma/contract/errors.ts'
import type { Services } from '#server/call.ts'
import { Refusal } from '#server/refusal.ts'

const messages = {
  USER_DEACTIVATED: 'Account is deactivated',
  BAD_EVENT_QUEUE_ID: 'What you may see has changed: register a new queue.',
} as const satisfies Partial<Record<ErrorCode, string>>

/**
 * Ends the event queues of users, whose rows a transaction has removed; their parked polls get the code. Clients take
 * BAD_EVENT_QUEUE_ID as the sign to register anew: what a changed role lets them see is more than events could tell.
 */
export function endQueues(
  services: Services,
  organizationId: number,
  userIds: readonly number[],
  code: keyof typeof messages,
): void {
  services.events.removeAllOf(
    organizationId,
    userIds,
    (queueId) =>
      new Refusal(code, messages[code], code === 'BAD_EVENT_QUEUE_ID' ? { queue_id: queueId } : {}),
  )
}
