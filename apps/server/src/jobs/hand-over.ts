import type { Services } from '#call/services.ts'
import type { Tx } from '#store/log/tx.ts'
import {
  deleteFromOutbox,
  hasDue,
  type OutboxRow,
  type OutboxTable,
  postpone,
  retryLater,
  takeDue,
} from '#store/notifying/outbox.ts'
import { backOff, type Patience } from './back-off.ts'
import type { MayGoOn } from './job.ts'

/** `service`: unreachable, stop the batch. `row`: retry this row. `final`: drop the row. */
export type Setback = 'service' | 'row' | 'final'

export interface HandOver<T extends OutboxTable> {
  readonly table: T
  /** Rows to take at a time. */
  readonly batch: number
  /** Rows to hand over at the same time. */
  readonly width: number
  /** Seconds after which this process tries a row again that it took and lost sight of, for example by a fault. */
  readonly lease: number
  readonly patience: Patience
  /** Hands a row over; the oldest row comes first. */
  send(row: OutboxRow<T>): Promise<void>
  /** Classifies an error of `send`. */
  setbackOf(error: unknown): Setback
  /** Logs a failure. */
  note(row: OutboxRow<T>, error: unknown, gaveUp: boolean): void
}

/**
 * Hands over the due rows of an outbox. A failed row is tried again, less and less often, until `patience` ends; when
 * the service is away, the rest of the batch waits without an attempt. The process may end at any moment: rows that it
 * took and did not note as handed over are handed over again, with the same ids, by the next holder of the jobs.
 */
export async function handOver<T extends OutboxTable>(
  services: Services,
  organizationId: number,
  { table, batch, width, lease, patience, send, setbackOf, note }: HandOver<T>,
  mayGoOn: MayGoOn = () => true,
): Promise<void> {
  const {
    data: { db },
    time: { clock, random, processId },
  } = services
  const now = Math.floor(clock.now() / 1000)
  if (!(await hasDue(db, table, organizationId, processId, now))) return
  const write = (body: (tx: Tx) => Promise<void>) => services.data.transact(organizationId, body)
  const waiting = await services.data.transact(organizationId, (tx) =>
    takeDue(tx, table, processId, batch, lease),
  )
  let isAway = false
  const attempt = async (row: OutboxRow<T>) => {
    try {
      await send(row)
    } catch (error) {
      const setback = setbackOf(error)
      if (setback === 'service') isAway = true
      const gaveUp = setback === 'final' || now - row.created_at >= patience.giveUpAfter
      note(row, error, gaveUp)
      if (!gaveUp) {
        const wait = backOff(patience, row.attempts, random.fraction())
        await write((tx) => retryLater(tx, table, row.id, tx.now + wait))
        return
      }
    }
    // At once: if the process ends now, only the rows that are on their way are handed over twice.
    await write((tx) => deleteFromOutbox(tx, table, row.id))
  }
  const worker = async () => {
    const next = () => (isAway || !mayGoOn() ? undefined : waiting.shift())
    for (let row = next(); row; row = next()) await attempt(row)
  }
  const ends = await Promise.allSettled(Array.from({ length: width }, worker))
  const wait = isAway ? backOff(patience, 0, random.fraction()) : 0
  const left = waiting.map((row) => row.id)
  if (left.length > 0) await write((tx) => postpone(tx, table, left, tx.now + wait))
  for (const end of ends) if (end.status === 'rejected') throw end.reason
}
