import { sql } from 'kysely'
import type { Db } from '#store/sql/db.ts'

/** Whether PostgreSQL does not clear away old rows and refresh its statistics by itself. */
export async function isAutovacuumOff(db: Db): Promise<boolean> {
  const { rows } = await sql<{ autovacuum: string }>`show autovacuum`.execute(db)
  return rows[0]?.autovacuum === 'off'
}
