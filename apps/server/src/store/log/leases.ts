import type { Db } from '#store/sql/db.ts'
import { prepared } from '#store/sql/prepared.ts'
import type { Tx } from './transactions.ts'

/** Who holds something that only one process at a time may have, until when in UNIX milliseconds. */
export interface LeaseRow {
  readonly holder: string
  readonly untilMs: number
}

const byName = prepared((db, p: { name: string }) =>
  db.selectFrom('leases').select(['holder', 'until_ms as untilMs']).where('name', '=', p.name),
)

/** Who has a lease, in whatever state; undefined where nobody ever took it or the last holder gave it back. */
export async function findLease(db: Db, name: string): Promise<LeaseRow | undefined> {
  return byName.first(db, { name })
}

/** What somebody asks for: a lease from now until then, in UNIX milliseconds. */
export interface WantedLease {
  readonly name: string
  readonly holder: string
  readonly now: number
  readonly until: number
}

/** Whether another holds a lease. One that ends later than leases do was taken before the clock was set back. */
export const isAnothers = (current: LeaseRow, { holder, now, until }: WantedLease): boolean =>
  current.holder !== holder && current.untilMs > now && current.untilMs <= until + clockTolerance

/** Takes a lease that is free or the holder's own; false where another has it. */
export async function takeLease(tx: Tx, lease: WantedLease): Promise<boolean> {
  const current = await findLease(tx.db, lease.name)
  if (current && isAnothers(current, lease)) return false
  const row = { holder: lease.holder, until_ms: lease.until }
  await tx.db
    .insertInto('leases')
    .values({ name: lease.name, ...row })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
    .execute()
  return true
}

/** How far the clocks of two machines may differ, in milliseconds. */
const clockTolerance = 30_000

/** Gives a lease back, where the holder still has it. */
export async function releaseLease(tx: Tx, name: string, holder: string): Promise<void> {
  await tx.db.deleteFrom('leases').where('name', '=', name).where('holder', '=', holder).execute()
}
