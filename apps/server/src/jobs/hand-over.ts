import type { Services } from '#server/call.ts'
import {
  deleteFromOutbox,
  hasDue,
  type OutboxRow,
  type OutboxTable,
  postpone,
  retryLater,
  takeDue,
} from '#store/outbox.ts'
import { backOff, type Patience } from './back-off.ts'

/** What a failed attempt says: of the service, that all else waits too; of this row; or that it will never be taken. */
export type Setback = 'service' | 'row' | 'final'

export interface HandOver<T extends OutboxTable> {
  readonly table: T
  /** How many are taken at a time. */
  readonly batch: number
  /** How many are handed over at the same time. */
  readonly width: number
  /** How long a process may take over its batch before another one tries, in seconds. */
  readonly lease: number
  readonly patience: Patience
  /** Hands a row over; the oldest comes first. */
  send(row: OutboxRow<T>): Promise<void>
  /** What something that `send` threw says. */
  setbackOf(error: unknown): Setback
  /** Says in the log what failed. */
  note(row: OutboxRow<T>, error: unknown, gaveUp: boolean): void
}

/**
 * Hands over what an outbox has due. What fails is tried again, ever less often, until patience ends; when the service is
 * away, the rest of the batch waits as well, unattempted. The process may end anywhere: what was not noted as handed over
 * is handed over again when the lease has ended, as the same row.
 */
export async function handOver<T extends OutboxTable>(
  services: Services,
  organizationId: number,
  { table, batch, width, lease, patience, send, setbackOf, note }: HandOver<T>,
): Promise<void> {
  const { db, clock, random } = services
  const now = Math.floor(clock.now() / 1000)
  if (!(await hasDue(db, table, organizationId, now))) return
  const waiting = await services.transact(organizationId, (tx) => takeDue(tx, table, batch, lease))
  const done: number[] = []
  let isAway = false
  const attempt = async (row: OutboxRow<T>) => {
    try {
      await send(row)
      done.push(row.id)
    } catch (error) {
      const setback = setbackOf(error)
      if (setback === 'service') isAway = true
      const gaveUp = setback === 'final' || now - row.created_at >= patience.giveUpAfter
      note(row, error, gaveUp)
      if (gaveUp) done.push(row.id)
      else
        await services.transact(organizationId, (tx) =>
          retryLater(tx, table, row.id, tx.now + backOff(patience, row.attempts, random.fraction())),
        )
    }
  }
  const worker = async () => {
    for (let row = waiting.shift(); row; row = isAway ? undefined : waiting.shift()) await attempt(row)
  }
  await Promise.all(Array.from({ length: width }, worker))
  await services.transact(organizationId, async (tx) => {
    await deleteFromOutbox(tx, table, done)
    await postpone(
      tx,
      table,
      waiting.map((row) => row.id),
      tx.now + backOff(patience, 0, random.fraction()),
    )
  })
}
