import { sql } from 'kysely'
import type { Db } from '#store/sql/db.ts'

/** Whether a PostgreSQL leaves the space of old rows, and the statistics of its planner, to somebody else. */
export async function isAutovacuumOff(db: Db): Promise<boolean> {
  const { rows } = await sql<{ autovacuum: string }>`show autovacuum`.execute(db)
  return rows[0]?.autovacuum === 'off'
}
