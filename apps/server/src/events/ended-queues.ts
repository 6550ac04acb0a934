import type { ErrorCode } from '@tagma/contract/errors.ts'
import type { LogRow } from '#model/log-row.ts'
import { Refusal } from '#model/refusal.ts'
import type { Emitted } from '#store/log/transactions.ts'

/** The ending queues of an organization; without fields, all. */
export interface EndingQueues {
  readonly queueIds?: readonly string[]
  readonly userIds?: readonly number[]
}

/** Type of the log rows that end queues. */
export const queuesEndedType = 'queues_ended'

interface QueuesEnded extends EndingQueues {
  /** Error code for their polls. */
  readonly code: ErrorCode
  readonly message: string
}

/**
 * Row of the log for queues whose own rows the same transaction deletes: every process lets go of them. Clients never
 * see it.
 */
export const queuesEnded = (which: EndingQueues, code: ErrorCode, message: string): Emitted => ({
  type: queuesEndedType,
  ...which,
  code,
  message,
})

/** Returns the refusal for a queue that a row ends; undefined if the row ends other queues. */
export function endingOf(row: LogRow, queue: { id: string; userId: number }): Refusal | undefined {
  const { queueIds, userIds, code, message } = row.body as unknown as QueuesEnded
  const isMeant = queueIds?.includes(queue.id) ?? userIds?.includes(queue.userId) ?? true
  if (!isMeant) return undefined
  return code === 'BAD_EVENT_QUEUE_ID' ? badQueue(queue.id, message) : new Refusal(code, message)
}

/** Refusal that makes a client register again. */
export const badQueue = (id: string, message = `Bad event queue ID: ${id}`) =>
  new Refusal('BAD_EVENT_QUEUE_ID', message, { queue_id: id })
