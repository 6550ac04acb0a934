import type { ErrorCode } from '@tagma/contract/errors.ts'
import { queuesEnded } from '#events/ended-queues.ts'
import { nobody } from '#model/audience.ts'
import { deleteQueuesOfUser } from '#store/log/event-queues.ts'
import type { Tx } from '#store/log/tx.ts'

const messages = {
  USER_DEACTIVATED: 'Account is deactivated',
  BAD_EVENT_QUEUE_ID: 'What you may see has changed: register a new queue.',
} as const satisfies Partial<Record<ErrorCode, string>>

/**
 * Ends the event queues of users; their parked polls get the code. Clients register again on BAD_EVENT_QUEUE_ID: after
 * a change of role they need more state than events could tell.
 */
export async function endQueues(
  tx: Tx,
  userIds: readonly number[],
  code: keyof typeof messages,
  message: string = messages[code],
): Promise<void> {
  if (userIds.length === 0) return
  for (const id of userIds) await deleteQueuesOfUser(tx, id)
  tx.emit(queuesEnded({ userIds }, code, message), nobody)
}
