import type { Selectable, Updateable } from 'kysely'
import type { Tx } from '#store/log/tx.ts'
import type { Db } from '#store/sql/db.ts'
import { inIds } from '#store/sql/id-list.ts'
import { prepared } from '#store/sql/prepared.ts'
import type { DevicesTable } from '#store/sql/tables/notifying.ts'

export type DeviceRow = Selectable<DevicesTable>

/** A device that can get encrypted notifications. */
export type ActiveDeviceRow = DeviceRow & {
  readonly push_key_id: number
  readonly push_key: string
  readonly token_kind: 'fcm' | 'apns'
  readonly push_token_id: string
}

/** Tells whether a device can get encrypted notifications. */
export const isActiveDevice = (row: DeviceRow): row is ActiveDeviceRow =>
  row.push_token_id !== null && row.push_key !== null && row.push_key_id !== null && row.token_kind !== null

const ofUser = prepared((db, p: { user: number }) =>
  db.selectFrom('devices').selectAll().where('user_id', '=', p.user).orderBy('id'),
)

/** A user's devices, oldest first. */
export function devicesOf(db: Db, userId: number): Promise<DeviceRow[]> {
  return ofUser.all(db, { user: userId })
}

export async function findDevice(db: Db, userId: number, id: number): Promise<DeviceRow | undefined> {
  return db
    .selectFrom('devices')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
}

export async function findDeviceById(db: Db, id: number): Promise<DeviceRow | undefined> {
  return db.selectFrom('devices').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Users' devices that can get notifications. */
export async function activeDevicesOf(db: Db, userIds: readonly number[]): Promise<ActiveDeviceRow[]> {
  if (userIds.length === 0) return []
  const rows = await db
    .selectFrom('devices')
    .selectAll()
    .where((eb) => inIds(db, eb.ref('user_id'), userIds))
    .where('push_token_id', 'is not', null)
    .orderBy('id')
    .execute()
  return rows.filter(isActiveDevice)
}

/** Adds a device and returns its id. `program` is the name that the app gives itself. */
export async function insertDevice(tx: Tx, userId: number, program: string | null): Promise<number> {
  const { id } = await tx.db
    .insertInto('devices')
    .values({ organization_id: tx.organizationId, user_id: userId, program, created_at: tx.now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function updateDevice(tx: Tx, id: number, change: Updateable<DevicesTable>): Promise<void> {
  await tx.db.updateTable('devices').set(change).where('id', '=', id).execute()
}

/** Deletes a user's device; returns false if the user has no such device. */
export async function deleteDevice(tx: Tx, userId: number, id: number): Promise<boolean> {
  const { numDeletedRows } = await tx.db
    .deleteFrom('devices')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Deletes all of a user's devices and returns their ids. */
export async function deleteDevicesOf(tx: Tx, userId: number): Promise<number[]> {
  const rows = await tx.db.deleteFrom('devices').where('user_id', '=', userId).returning('id').execute()
  return rows.map((row) => row.id)
}
