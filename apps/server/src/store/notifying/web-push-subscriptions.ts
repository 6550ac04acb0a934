import type { Selectable } from 'kysely'
import type { Tx } from '#store/log/tx.ts'
import type { Db } from '#store/sql/db.ts'
import { inIds, inIdText } from '#store/sql/id-list.ts'
import { prepared } from '#store/sql/prepared.ts'
import type { WebPushKeysTable, WebPushSubscriptionsTable } from '#store/sql/tables/notifying.ts'
import { tokenHash } from '#store/sql/token-hash.ts'

export type WebPushRow = Selectable<WebPushSubscriptionsTable>

/** Finds the key of an organization. */
export function findWebPushKey(
  db: Db,
  organizationId: number,
): Promise<Selectable<WebPushKeysTable> | undefined> {
  return db
    .selectFrom('web_push_keys')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .executeTakeFirst()
}

/**
 * Gives the organization a key. Browsers that subscribed with the former key get nothing more, so their subscriptions are
 * deleted. Returns the ids of their users.
 */
export async function saveWebPushKey(
  tx: Tx,
  key: Pick<WebPushKeysTable, 'public_key' | 'sealed'>,
): Promise<number[]> {
  const forgotten = await tx.db
    .deleteFrom('web_push_subscriptions')
    .where('organization_id', '=', tx.organizationId)
    .where('removed_at', 'is', null)
    .returning('user_id')
    .execute()
  await tx.db
    .insertInto('web_push_keys')
    .values({ ...key, organization_id: tx.organizationId })
    .onConflict((conflict) => conflict.column('organization_id').doUpdateSet(key))
    .execute()
  return [...new Set(forgotten.map((row) => row.user_id))]
}

const ofUsers = prepared((db, p: { users: string }) =>
  db
    .selectFrom('web_push_subscriptions')
    .selectAll()
    .where(inIdText(db, 'user_id', p.users))
    .where('removed_at', 'is', null)
    .orderBy('id'),
)

/** The browsers of users, oldest first. */
export async function webPushesOf(db: Db, userIds: readonly number[]): Promise<WebPushRow[]> {
  return userIds.length === 0 ? [] : ofUsers.all(db, { users: JSON.stringify(userIds) })
}

/** Finds a subscription that was not removed. */
export async function findWebPush(db: Db, id: number): Promise<WebPushRow | undefined> {
  return db
    .selectFrom('web_push_subscriptions')
    .selectAll()
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
}

/** Finds the subscriptions of sessions, removed ones among them. */
export async function webPushesOfSessions(db: Db, sessionIds: readonly number[]): Promise<WebPushRow[]> {
  if (sessionIds.length === 0) return []
  return db
    .selectFrom('web_push_subscriptions')
    .selectAll()
    .where((eb) => inIds(db, eb.ref('session_id'), sessionIds))
    .execute()
}

/** Stores the subscription of a session, in place of the one it had, and of any other at the same address. */
export async function saveWebPush(
  tx: Tx,
  subscription: Pick<WebPushRow, 'user_id' | 'session_id' | 'endpoint' | 'p256dh' | 'auth'>,
): Promise<number> {
  const endpoint_hash = tokenHash(subscription.endpoint)
  await tx.db
    .deleteFrom('web_push_subscriptions')
    .where('organization_id', '=', tx.organizationId)
    .where((eb) =>
      eb.or([eb('session_id', '=', subscription.session_id), eb('endpoint_hash', '=', endpoint_hash)]),
    )
    .execute()
  const { id } = await tx.db
    .insertInto('web_push_subscriptions')
    .values({
      ...subscription,
      organization_id: tx.organizationId,
      endpoint_hash,
      created_at: tx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Deletes a subscription unless it was removed. Returns false if there was none. */
export async function deleteWebPush(tx: Tx, id: number): Promise<boolean> {
  const { numDeletedRows } = await tx.db
    .deleteFrom('web_push_subscriptions')
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Notes that a user removed a subscription. Returns false if the user has no such subscription. */
export const removeWebPush = (tx: Tx, userId: number, id: number): Promise<boolean> =>
  setRemoved(tx, { userId, id, removedAt: tx.now })

/** Takes a removal back. Returns false if the user has removed no such subscription. */
export const restoreWebPush = (tx: Tx, userId: number, id: number): Promise<boolean> =>
  setRemoved(tx, { userId, id, removedAt: null })

interface Removal {
  readonly userId: number
  readonly id: number
  /** UNIX seconds; null to take the removal back. */
  readonly removedAt: number | null
}

async function setRemoved(tx: Tx, { userId, id, removedAt }: Removal): Promise<boolean> {
  const { numUpdatedRows } = await tx.db
    .updateTable('web_push_subscriptions')
    .set({ removed_at: removedAt })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('removed_at', removedAt === null ? 'is not' : 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
