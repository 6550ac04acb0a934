import type { Selectable } from 'kysely'
import type { Tx } from '#store/log/tx.ts'
import type { Db } from '#store/sql/db.ts'
import { inIdText } from '#store/sql/id-list.ts'
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

/** Gives the organization a key. Browsers that subscribed with a former one get nothing more, so they are forgotten. */
export async function saveWebPushKey(
  tx: Tx,
  key: Pick<WebPushKeysTable, 'public_key' | 'sealed'>,
): Promise<void> {
  await tx.db.deleteFrom('web_push_subscriptions').where('organization_id', '=', tx.organizationId).execute()
  await tx.db
    .insertInto('web_push_keys')
    .values({ ...key, organization_id: tx.organizationId })
    .onConflict((conflict) => conflict.column('organization_id').doUpdateSet(key))
    .execute()
}

const ofUsers = prepared((db, p: { users: string }) =>
  db
    .selectFrom('web_push_subscriptions')
    .selectAll()
    .where(inIdText(db, 'user_id', p.users))
    .orderBy('id'),
)

/** The browsers of users, oldest first. */
export async function webPushesOf(db: Db, userIds: readonly number[]): Promise<WebPushRow[]> {
  return userIds.length === 0 ? [] : ofUsers.all(db, { users: JSON.stringify(userIds) })
}

export async function findWebPush(db: Db, id: number): Promise<WebPushRow | undefined> {
  return db.selectFrom('web_push_subscriptions').selectAll().where('id', '=', id).executeTakeFirst()
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

/** Deletes a user's subscription; returns false if the user has no such subscription. */
export async function deleteWebPush(tx: Tx, userId: number, id: number): Promise<boolean> {
  const { numDeletedRows } = await tx.db
    .deleteFrom('web_push_subscriptions')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
