import { limits } from '@tagma/contract/limits.ts'
import { must } from '#model/must.ts'
import type { QueueParameters } from '#model/queue-parameters.ts'
import type { Db } from '#store/sql/db.ts'
import { prepared } from '#store/sql/prepared.ts'
import type { Tx } from './tx.ts'

/** A session or an access token. */
export interface QueueCredential {
  readonly kind: 'session' | 'token'
  readonly id: number
}

export interface QueueRow {
  readonly id: string
  readonly organizationId: number
  readonly userId: number
  readonly parameters: QueueParameters
  readonly position: number
  /** Seconds that it lives without another poll, once it was polled. */
  readonly idleSeconds: number
  /** Credential that registered the queue and ends it; undefined for an API key. */
  readonly credential?: QueueCredential | undefined
}

/** A queue's row with the time of its registration or of the last poll that was written down, in UNIX seconds. */
export interface SeenQueueRow extends QueueRow {
  readonly seenAt: number
  /** Whether the client has polled. It is written down some time after the first poll. */
  readonly isPolled: boolean
}

const textOf = ({ kind, id }: QueueCredential) => `${kind} ${id}`

const byId = prepared((db, p: { id: string }) =>
  db.selectFrom('event_queues').selectAll().where('id', '=', p.id),
)

export async function findQueue(db: Db, id: string): Promise<SeenQueueRow | undefined> {
  const row = await byId.first(db, { id })
  return (
    row && {
      id: row.id,
      organizationId: row.organization_id,
      userId: row.user_id,
      parameters: JSON.parse(row.parameters) as QueueParameters,
      position: row.position,
      idleSeconds: row.idle_seconds,
      seenAt: row.seen_at,
      isPolled: row.is_polled !== 0,
    }
  )
}

const insert = prepared(
  (
    db,
    p: {
      id: string
      organization: number
      user: number
      parameters: string
      position: number
      idleSeconds: number
      seenAt: number
      credential: string | null
    },
  ) =>
    db.insertInto('event_queues').values({
      id: p.id,
      organization_id: p.organization,
      user_id: p.user,
      parameters: p.parameters,
      position: p.position,
      idle_seconds: p.idleSeconds,
      seen_at: p.seenAt,
      is_polled: 0,
      credential: p.credential,
    }),
)

export async function insertQueue(tx: Pick<Tx, 'db' | 'now'>, queue: QueueRow): Promise<void> {
  await insert.run(tx.db, {
    id: queue.id,
    organization: queue.organizationId,
    user: queue.userId,
    parameters: JSON.stringify(queue.parameters),
    position: queue.position,
    idleSeconds: queue.idleSeconds,
    seenAt: tx.now,
    credential: queue.credential ? textOf(queue.credential) : null,
  })
}

const save = prepared((db, p: { id: string; position: number; seenAt: number; isPolled: number }) =>
  db
    .updateTable('event_queues')
    // Another process may know of a poll that this one does not.
    .set((eb) => ({ position: p.position, seen_at: p.seenAt, is_polled: eb('is_polled', '|', p.isPolled) }))
    .where('id', '=', p.id)
    .where('position', '<=', p.position),
)

/** Writes a queue's position, the time of its last poll (UNIX seconds), and whether there was one. */
export async function saveQueue(
  tx: Tx,
  { isPolled, ...queue }: { id: string; position: number; seenAt: number; isPolled: boolean },
): Promise<void> {
  await save.run(tx.db, { ...queue, isPolled: isPolled ? 1 : 0 })
}

export async function deleteQueue(tx: Tx, id: string): Promise<void> {
  await tx.db.deleteFrom('event_queues').where('id', '=', id).execute()
}

export async function deleteQueues(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.db.deleteFrom('event_queues').where('id', 'in', ids).execute()
}

const countOfUser = prepared((db, p: { user: number }) =>
  db
    .selectFrom('event_queues')
    .select((eb) => eb.fn.countAll<number | string>().as('count'))
    .where('user_id', '=', p.user),
)

/** Ids of the queues that sessions or access tokens registered. */
export async function listQueuesOfCredentials(
  db: Db,
  kind: QueueCredential['kind'],
  ids: readonly number[],
): Promise<string[]> {
  const rows = await db
    .selectFrom('event_queues')
    .select('id')
    .where(
      'credential',
      'in',
      ids.map((id) => textOf({ kind, id })),
    )
    .execute()
  return rows.map(({ id }) => id)
}

/** Number of a user's queues. */
export async function countQueues(db: Db, userId: number): Promise<number> {
  return Number(must(await countOfUser.first(db, { user: userId }), 'a count has no row').count)
}

/** Ids of a user's queues; the queue with the oldest poll comes first. */
export async function listQueuesOfUser(db: Db, userId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('event_queues')
    .select('id')
    .where('user_id', '=', userId)
    .orderBy('seen_at')
    .orderBy('position')
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * Ids of an organization's queues at or before a position, without a poll since `before` (UNIX seconds); the first
 * thousand.
 */
export async function listQueuesBehind(
  tx: Tx,
  { position, before }: { readonly position: number; readonly before: number },
): Promise<string[]> {
  const rows = await tx.db
    .selectFrom('event_queues')
    .select('id')
    .where('organization_id', '=', tx.organizationId)
    .where('position', '<=', position)
    .where('seen_at', '<', before)
    .orderBy('position')
    .limit(1000)
    .execute()
  return rows.map(({ id }) => id)
}

export async function deleteQueuesOfUser(tx: Tx, userId: number): Promise<void> {
  await tx.db.deleteFrom('event_queues').where('user_id', '=', userId).execute()
}

/**
 * Deletes the queues that have lived their time without a poll, in every process. Before its first poll, a queue has the
 * default life: its client may have gone before it got the answer. `grace` is in seconds; time before `since` (UNIX
 * seconds) does not count.
 */
export async function deleteIdleQueues(tx: Tx, grace: number, since: number): Promise<void> {
  await tx.db
    .deleteFrom('event_queues')
    .where('organization_id', '=', tx.organizationId)
    .where((eb) => {
      const life = eb
        .case()
        .when('is_polled', '=', 0)
        .then(limits.idleQueueSeconds)
        .else(eb.ref('idle_seconds'))
        .end()
      return eb.and([
        eb(eb('seen_at', '+', life), '<', tx.now - grace),
        eb(life, '<', tx.now - grace - since),
      ])
    })
    .execute()
}

/** The ids of an organization's queues. */
export async function listQueueIds(db: Db, organizationId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('event_queues')
    .select('id')
    .where('organization_id', '=', organizationId)
    .execute()
  return rows.map(({ id }) => id)
}

/** The log position that every queue of an organization has passed; undefined when it has no queues. */
export async function oldestQueuePosition(db: Db, organizationId: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('event_queues')
    .select((eb) => eb.fn.min('position').as('position'))
    .where('organization_id', '=', organizationId)
    .executeTakeFirst()
  return row?.position ?? undefined
}

/** Ends all queues of the organization. */
export async function deleteQueuesOfOrganization(tx: Tx): Promise<void> {
  await tx.db.deleteFrom('event_queues').where('organization_id', '=', tx.organizationId).execute()
}
