import type { ErrorCode } from '@tagma/contract/errors.ts'
import type { QueuesEnded } from '#model/log-event.ts'
import { Refusal } from '#model/refusal.ts'

/** The ending queues of an organization; without fields, all. */
type EndingQueues = Pick<QueuesEnded, 'queueIds' | 'userIds'>

/**
 * Row of the log for queues whose own rows the same transaction deletes: every process lets go of them. Clients never
 * see it.
 */
export const queuesEnded = (which: EndingQueues, code: ErrorCode, message: string): QueuesEnded => ({
  type: 'queues_ended',
  ...which,
  code,
  message,
})

/** Returns the refusal for a queue that a row ends; undefined if the row ends other queues. */
export function endingOf(
  { queueIds, userIds, code, message }: QueuesEnded,
  queue: { id: string; userId: number },
): Refusal | undefined {
  const isMeant = queueIds?.includes(queue.id) ?? userIds?.includes(queue.userId) ?? true
  if (!isMeant) return undefined
  return code === 'BAD_EVENT_QUEUE_ID' ? badQueue(queue.id, message) : new Refusal(code, message)
}

/** Refusal that makes a client register again. */
export const badQueue = (id: string, message = `Bad event queue ID: ${id}`) =>
  new Refusal('BAD_EVENT_QUEUE_ID', message, { queue_id: id })
