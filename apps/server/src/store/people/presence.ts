import type { PresenceRow } from '#model/presence-row.ts'
import type { Tx } from '#store/log/tx.ts'
import type { Db } from '#store/sql/db.ts'
import { insertMany } from '#store/sql/insert-many.ts'

/** Seconds by which the clocks of processes may differ. */
export const clockDifference = 60

/**
 * Written presence of an organization's users, oldest update first; with `since` (UNIX seconds), only of users seen
 * since then.
 */
export async function loadPresence(db: Db, organizationId: number, since = 0): Promise<PresenceRow[]> {
  const rows = await db
    .selectFrom('presence')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('seen_at', '>=', since)
    .orderBy('update_id')
    .execute()
  return rows.map((row) => ({
    userId: row.user_id,
    activeAt: row.active_at,
    seenAt: row.seen_at,
    status: row.status === 'active' ? 'active' : 'idle',
    updateId: row.update_id,
  }))
}

export async function savePresence(tx: Tx, rows: readonly PresenceRow[]): Promise<void> {
  await insertMany(
    tx.db,
    'presence',
    rows.map((row) => ({
      user_id: row.userId,
      organization_id: tx.organizationId,
      active_at: row.activeAt,
      seen_at: row.seenAt,
      status: row.status,
      update_id: row.updateId,
    })),
    (insert) =>
      insert.onConflict((conflict) =>
        conflict
          .column('user_id')
          .doUpdateSet((eb) => ({
            active_at: eb.ref('excluded.active_at'),
            seen_at: eb.ref('excluded.seen_at'),
            status: eb.ref('excluded.status'),
            update_id: eb.ref('excluded.update_id'),
          }))
          // Another process may have written a newer entry. An entry in the future is from before the clock was set
          // back.
          .where((eb) =>
            eb.or([
              eb('excluded.seen_at', '>=', eb.ref('presence.seen_at')),
              eb('presence.seen_at', '>', tx.now + clockDifference),
            ]),
          ),
      ),
  )
}
