import type { Insertable, Selectable } from 'kysely'
import type { Tx } from '#store/log/tx.ts'
import type { Db } from '#store/sql/db.ts'
import type { PushRegistrationsTable } from '#store/sql/tables/notifying.ts'

export type PushRegistrationRow = Selectable<PushRegistrationsTable>

/** Stores a token for registration at the push service, replacing the device's earlier one. */
export async function insertPushRegistration(
  tx: Tx,
  registration: Pick<
    Insertable<PushRegistrationsTable>,
    'device_id' | 'token_id' | 'public_key' | 'encrypted_registration'
  >,
): Promise<void> {
  await deletePushRegistration(tx, registration.device_id)
  await tx.db
    .insertInto('push_registrations')
    .values({
      ...registration,
      organization_id: tx.organizationId,
      created_at: tx.now,
      attempts: 0,
      next_at: tx.now,
    })
    .execute()
}

export async function deletePushRegistration(tx: Tx, deviceId: number): Promise<void> {
  await tx.db.deleteFrom('push_registrations').where('device_id', '=', deviceId).execute()
}

/** Registrations that are due at a time in UNIX seconds. */
export function duePushRegistrations(
  db: Db,
  organizationId: number,
  now: number,
): Promise<PushRegistrationRow[]> {
  return db
    .selectFrom('push_registrations')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('next_at', '<=', now)
    .orderBy('next_at')
    .limit(20)
    .execute()
}

/** Finds a registration if it is still the given one; undefined if it was replaced or is done. */
export async function samePushRegistration(
  tx: Tx,
  { device_id, token_id, created_at }: PushRegistrationRow,
): Promise<PushRegistrationRow | undefined> {
  return tx.db
    .selectFrom('push_registrations')
    .selectAll()
    .where('device_id', '=', device_id)
    .where('token_id', '=', token_id)
    .where('created_at', '=', created_at)
    .executeTakeFirst()
}

/** Leaves a registration for later; `at` is UNIX seconds. */
export async function postponePushRegistration(
  tx: Tx,
  deviceId: number,
  attempts: number,
  at: number,
): Promise<void> {
  await tx.db
    .updateTable('push_registrations')
    .set({ attempts, next_at: at })
    .where('device_id', '=', deviceId)
    .execute()
}
