import type { Services } from '#call/services.ts'
import type { Tx } from '#store/log/transactions.ts'
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

/** What a failed attempt says: of the service, that all else waits too; of this row; or that it will never be taken. */
export type Setback = 'service' | 'row' | 'final'

export interface HandOver<T extends OutboxTable> {
  readonly table: T
  /** How many are taken at a time. */
  readonly batch: number
  /** How many are handed over at the same time. */
  readonly width: number
  /** After how many seconds a row is tried again that this process took and lost sight of, as by a fault. */
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
 * away, the rest of the batch waits as well, unattempted. The process may end anywhere: what it had in hand, and not
 * noted as handed over, is handed over again as the same row by whoever has these jobs next.
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
    // At once: whatever ends the process, only what was on its way at that moment is handed over again.
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
