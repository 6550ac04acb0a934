import type { Db } from '#store/sql/db.ts'
import { prepared } from '#store/sql/prepared.ts'
import type { Tx } from './tx.ts'

/** A right of one process at a time: its holder, and its end in UNIX milliseconds. */
export interface LeaseRow {
  readonly holder: string
  readonly untilMs: number
}

const byName = prepared((db, p: { name: string }) =>
  db.selectFrom('leases').select(['holder', 'until_ms as untilMs']).where('name', '=', p.name),
)

/** The row of a lease, expired or not; undefined if it was never taken or was given back. */
export async function findLease(db: Db, name: string): Promise<LeaseRow | undefined> {
  return byName.first(db, { name })
}

/** A process's wish for a lease from `now` to `until`, in UNIX milliseconds. */
export interface WantedLease {
  readonly name: string
  readonly holder: string
  readonly now: number
  readonly until: number
}

/**
 * Tells whether another process holds a lease. An end beyond the length of a lease means that the clock was set back:
 * the lease is free.
 */
export const isAnothers = (current: LeaseRow, { holder, now, until }: WantedLease): boolean =>
  current.holder !== holder && current.untilMs > now && current.untilMs <= until + clockTolerance

/** Takes a lease that is free or the holder's own; returns false if another process holds it. */
export async function takeLease(tx: Tx, lease: WantedLease): Promise<boolean> {
  const { name, holder, now, until } = lease
  const row = { holder, until_ms: until }
  const { numInsertedOrUpdatedRows } = await tx.db
    .insertInto('leases')
    .values({ name, ...row })
    .onConflict((conflict) =>
      // Unless `isAnothers`.
      conflict
        .column('name')
        .doUpdateSet(row)
        .where((eb) =>
          eb.or([
            eb('leases.holder', '=', holder),
            eb('leases.until_ms', '<=', now),
            eb('leases.until_ms', '>', until + clockTolerance),
          ]),
        ),
    )
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Milliseconds by which the clocks of two machines may differ. */
const clockTolerance = 30_000

/** Gives a lease back, if the holder still has it. */
export async function releaseLease(tx: Tx, name: string, holder: string): Promise<void> {
  await tx.db.deleteFrom('leases').where('name', '=', name).where('holder', '=', holder).execute()
}
