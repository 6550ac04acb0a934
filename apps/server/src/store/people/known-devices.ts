import type { Tx } from '#store/log/tx.ts'
import type { Db } from '#store/sql/db.ts'

/**
 * Devices that people have signed in with, each by a hash: that of the browser's own cookie, or of what a program without
 * cookies says of itself. A row is exact to a day.
 */

/** Seconds without a sign-in after which a device is known no more. */
export const deviceSeconds = 180 * 24 * 3600

/** A device of somebody. Times are UNIX seconds. */
export interface KnownDevice {
  readonly id: number
  readonly deviceHash: string
  /** Browser and system, as far as it told them at the last sign-in. */
  readonly program: string
  /** `networkOf` the address of the last sign-in. */
  readonly network: string
  readonly firstAt: number
  readonly lastAt: number
}

/** Finds the device of a user by its hash; undefined if they never signed in with it, or long ago. `now` is UNIX seconds. */
export async function findKnownDevice(
  db: Db,
  { userId, deviceHash, now }: { readonly userId: number; readonly deviceHash: string; readonly now: number },
): Promise<Pick<KnownDevice, 'id' | 'lastAt'> | undefined> {
  const row = await db
    .selectFrom('known_devices')
    .select(['id', 'last_at'])
    .where('user_id', '=', userId)
    .where('device_hash', '=', deviceHash)
    .where('last_at', '>=', now - deviceSeconds)
    .executeTakeFirst()
  return row && { id: row.id, lastAt: row.last_at }
}

/** A user's devices; the one with the latest sign-in comes first. */
export async function listKnownDevices(db: Db, userId: number, now: number): Promise<KnownDevice[]> {
  const rows = await db
    .selectFrom('known_devices')
    .selectAll()
    .where('user_id', '=', userId)
    .where('last_at', '>=', now - deviceSeconds)
    .orderBy('last_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    deviceHash: row.device_hash,
    program: row.program,
    network: row.network,
    firstAt: row.first_at,
    lastAt: row.last_at,
  }))
}

/** Stores a sign-in with a device; deletes the organization's devices without a sign-in for long. */
export async function noteKnownDevice(
  tx: Tx,
  userId: number,
  device: Pick<KnownDevice, 'deviceHash' | 'program' | 'network'>,
): Promise<void> {
  const { deviceHash, program, network } = device
  await tx.db
    .deleteFrom('known_devices')
    .where('organization_id', '=', tx.organizationId)
    .where('last_at', '<', tx.now - deviceSeconds)
    .execute()
  await tx.db
    .insertInto('known_devices')
    .values({
      user_id: userId,
      organization_id: tx.organizationId,
      device_hash: deviceHash,
      program,
      network,
      first_at: tx.now,
      last_at: tx.now,
    })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'device_hash']).doUpdateSet({ program, network, last_at: tx.now }),
    )
    .execute()
}

/** Deletes devices of a user: one, or all. Returns how many there were. */
export async function deleteKnownDevices(tx: Tx, userId: number, id?: number): Promise<number> {
  let query = tx.db.deleteFrom('known_devices').where('user_id', '=', userId)
  if (id !== undefined) query = query.where('id', '=', id)
  const { numDeletedRows } = await query.executeTakeFirst()
  return Number(numDeletedRows)
}
