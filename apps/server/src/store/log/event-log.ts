import type { Audience } from '#model/audience.ts'
import type { LogEvent } from '#model/log-event.ts'
import type { LogRow } from '#model/log-row.ts'
import type { Touches } from '#model/touches.ts'
import type { Db } from '#store/sql/db.ts'
import { inIds } from '#store/sql/id-list.ts'
import { prepared } from '#store/sql/prepared.ts'
import type { Tx } from './tx.ts'

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

const anyTouching = prepared((db, p: { organization: number; position: number }) =>
  db
    .selectFrom('event_log')
    .select('id')
    .where('organization_id', '=', p.organization)
    .where('id', '>', p.position)
    .where('touches', 'is not', null)
    .limit(1),
)

/** Tells whether a row after a position names entries of the directory that it changed. */
export async function hasTouchedSince(db: Db, organizationId: number, position: number): Promise<boolean> {
  return (await anyTouching.first(db, { organization: organizationId, position })) !== undefined
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

/**
 * The event of a row. It is what `emit` was given, as JSON, and its type was checked there: to check it again by schemas
 * would cost every reader more than the rest of its work. Rows that were emptied say what they are by their type alone.
 */
const decodeEvent = ({ type, body }: { readonly type: string; readonly body: string }): LogEvent =>
  type === 'erased' ? { type } : (JSON.parse(body) as LogEvent)

/** The rows of an organization after a position, in order. */
export async function readLog(
  db: Db,
  organizationId: number,
  position: number,
  limit = 500,
): Promise<LogRow[]> {
  const rows = await after.all(db, { organization: organizationId, position, limit })
  return rows.map((row) => {
    const body = decodeEvent(row)
    return {
      id: row.id,
      organizationId: row.organization_id,
      type: body.type,
      body,
      audience: JSON.parse(row.audience) as Audience,
      touches: row.touches === null ? null : (JSON.parse(row.touches) as Touches),
    }
  })
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
  const ids = telling.filter((row) => tells(decodeEvent(row), userId)).map(({ id }) => id)
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

function tells(event: LogEvent, userId: number): boolean {
  if (event.type === 'user_status') return event.user_id === userId
  if (event.type !== 'realm_user' || !('person' in event) || event.person.user_id !== userId) return false
  return (
    event.op !== 'update' ||
    event.person.full_name !== undefined ||
    event.person.custom_profile_field !== undefined
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
