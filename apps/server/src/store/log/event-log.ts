import type { Audience } from '#model/audience.ts'
import type { LogRow } from '#model/log-row.ts'
import type { Touches } from '#model/touches.ts'
import type { Db } from '#store/sql/db.ts'
import { inIds } from '#store/sql/id-list.ts'
import { prepared } from '#store/sql/prepared.ts'
import type { Tx } from './transactions.ts'

const newest = prepared((db, p: { organization: number }) =>
  db
    .selectFrom('event_log')
    .select('id')
    .where('organization_id', '=', p.organization)
    .orderBy('id', 'desc')
    .limit(1),
)

/** The id of the newest row of an organization; 0 when the log is empty. */
export async function newestLogId(db: Db, organizationId: number): Promise<number> {
  return (await newest.first(db, { organization: organizationId }))?.id ?? 0
}

const after = prepared((db, p: { organization: number; position: number; limit: number }) =>
  db
    .selectFrom('event_log')
    .selectAll()
    .where('organization_id', '=', p.organization)
    .where('id', '>', p.position)
    .orderBy('id')
    .limit(p.limit),
)

/** The rows of an organization after a position, in order. */
export async function readLog(
  db: Db,
  organizationId: number,
  position: number,
  limit = 500,
): Promise<LogRow[]> {
  const rows = await after.all(db, { organization: organizationId, position, limit })
  return rows.map((row) => ({
    id: row.id,
    organizationId: row.organization_id,
    type: row.type,
    body: JSON.parse(row.body) as Record<string, unknown>,
    audience: JSON.parse(row.audience) as Audience,
    touches: row.touches === null ? null : (JSON.parse(row.touches) as Touches),
  }))
}

/** The id of the row with so many newer ones; undefined if there are fewer rows. */
export async function logIdBefore(
  db: Db,
  organizationId: number,
  newer: number,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('event_log')
    .select('id')
    .where('organization_id', '=', organizationId)
    .orderBy('id', 'desc')
    .offset(newer)
    .limit(1)
    .executeTakeFirst()
  return row?.id
}

/**
 * Empties the rows that say something about an erased person: rows for that person alone, and rows that tell others
 * their name, profile or status. The rows stay, because they also name the directory entries to load again. Nobody
 * learns anything from them any more; clients that did not get them learn everything from the rows of the erasing.
 */
export async function silenceLog(tx: Tx, userId: number): Promise<void> {
  const telling = await tx.db
    .selectFrom('event_log')
    .select(['id', 'type', 'body'])
    .where('organization_id', '=', tx.organizationId)
    .where('type', 'in', ['realm_user', 'user_status'])
    .execute()
  const ids = telling.filter((row) => tells(row, userId)).map(({ id }) => id)
  await tx.db
    .updateTable('event_log')
    .set({ type: 'erased', body: '{}', audience: '{"users":[]}' })
    .where('organization_id', '=', tx.organizationId)
    .where((eb) =>
      eb.or([
        eb('audience', '=', JSON.stringify({ users: [userId] })),
        ...(ids.length > 0 ? [inIds(tx.db, eb.ref('id'), ids)] : []),
      ]),
    )
    .execute()
}

function tells({ type, body }: { type: string; body: string }, userId: number): boolean {
  const { user_id, person } = JSON.parse(body) as {
    user_id?: number
    person?: { user_id: number; full_name?: string; custom_profile_field?: unknown }
  }
  if (type === 'user_status') return user_id === userId
  return (
    person?.user_id === userId &&
    (person.full_name !== undefined || person.custom_profile_field !== undefined)
  )
}

/**
 * Deletes the rows of an organization that nobody will read again: up to `position` and older than `before` (UNIX
 * seconds). Always keeps the newest row, because it holds the position of the log.
 */
export async function pruneLog(tx: Tx, position: number, before: number): Promise<void> {
  const last = await newestLogId(tx.db, tx.organizationId)
  await tx.db
    .deleteFrom('event_log')
    .where('organization_id', '=', tx.organizationId)
    .where('id', '<=', Math.min(position, last - 1))
    .where('at', '<', before)
    .execute()
}
