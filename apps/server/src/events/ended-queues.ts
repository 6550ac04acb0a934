import type { ErrorCode } from '@tagma/contract/errors.ts'
import type { LogRow } from '#model/log-row.ts'
import { Refusal } from '#model/refusal.ts'
import type { Emitted } from '#store/log/transactions.ts'

/** Which queues of an organization end; neither means all. */
export interface EndingQueues {
  readonly queueIds?: readonly string[]
  readonly userIds?: readonly number[]
}

/** The type of rows that end queues. */
export const queuesEndedType = 'queues_ended'

interface QueuesEnded extends EndingQueues {
  /** What their polls are answered with. */
  readonly code: ErrorCode
  readonly message: string
}

/**
 * The row of the log by which every process lets go of queues whose own rows the same transaction removes. No client
 * sees it.
 */
export const queuesEnded = (which: EndingQueues, code: ErrorCode, message: string): Emitted => ({
  type: queuesEndedType,
  ...which,
  code,
  message,
})

/** How a row that ends queues ends this one; undefined where it means others. */
export function endingOf(row: LogRow, queue: { id: string; userId: number }): Refusal | undefined {
  const { queueIds, userIds, code, message } = row.body as unknown as QueuesEnded
  const isMeant = queueIds?.includes(queue.id) ?? userIds?.includes(queue.userId) ?? true
  if (!isMeant) return undefined
  return code === 'BAD_EVENT_QUEUE_ID' ? badQueue(queue.id, message) : new Refusal(code, message)
}

/** The refusal that makes clients register anew. */
export const badQueue = (id: string, message = `Bad event queue ID: ${id}`) =>
  new Refusal('BAD_EVENT_QUEUE_ID', message, { queue_id: id })
