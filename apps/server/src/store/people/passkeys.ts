import type { Selectable } from 'kysely'
import type { Tx } from '#store/log/tx.ts'
import type { Db } from '#store/sql/db.ts'
import type { PasskeysTable } from '#store/sql/tables/people.ts'
import { tokenHash } from '#store/sql/token-hash.ts'

/** Passkeys: public keys of people, whose secret halves never leave their devices. Nothing in a row lets anybody in. */

/** A passkey; times are UNIX seconds. */
export interface PasskeyRecord {
  readonly id: number
  readonly userId: number
  /** The authenticator's id of it, base64url. */
  readonly credentialId: string
  /** The name by which authenticators know the person, base64url. */
  readonly userHandle: string
  /** COSE key, base64url. */
  readonly publicKey: string
  readonly counter: number
  readonly transports: readonly string[]
  /** Host for which it was made: it works at no other one. */
  readonly host: string
  readonly isSynced: boolean
  readonly name: string
  readonly createdAt: number
  readonly usedAt: number | null
}

const recordOf = (row: Selectable<PasskeysTable>): PasskeyRecord => ({
  id: row.id,
  userId: row.user_id,
  credentialId: row.credential_id,
  userHandle: row.user_handle,
  publicKey: row.public_key,
  counter: row.counter,
  transports: JSON.parse(row.transports) as string[],
  host: row.host,
  isSynced: row.is_synced === 1,
  name: row.name,
  createdAt: row.created_at,
  usedAt: row.used_at,
})

/** A user's passkeys, the oldest one first. */
export async function listPasskeys(db: Db, userId: number): Promise<PasskeyRecord[]> {
  const rows = await db
    .selectFrom('passkeys')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
  return rows.map(recordOf)
}

/** Finds a passkey of the organization by the authenticator's id of it. */
export async function findPasskey(
  db: Db,
  organizationId: number,
  credentialId: string,
): Promise<PasskeyRecord | undefined> {
  const row = await db
    .selectFrom('passkeys')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('credential_hash', '=', tokenHash(credentialId))
    .executeTakeFirst()
  return row && recordOf(row)
}

/** Tells whether anybody in the organization has a passkey. */
export async function hasPasskeys(db: Db, organizationId: number): Promise<boolean> {
  const row = await db
    .selectFrom('passkeys')
    .select('id')
    .where('organization_id', '=', organizationId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Stores a passkey; returns its id. */
export async function insertPasskey(
  tx: Tx,
  passkey: Omit<PasskeyRecord, 'id' | 'createdAt' | 'usedAt'>,
): Promise<number> {
  const { id } = await tx.db
    .insertInto('passkeys')
    .values({
      user_id: passkey.userId,
      organization_id: tx.organizationId,
      credential_hash: tokenHash(passkey.credentialId),
      credential_id: passkey.credentialId,
      user_handle: passkey.userHandle,
      public_key: passkey.publicKey,
      counter: passkey.counter,
      transports: JSON.stringify(passkey.transports),
      host: passkey.host,
      is_synced: passkey.isSynced ? 1 : 0,
      name: passkey.name,
      created_at: tx.now,
      used_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Notes a use of a passkey. */
export async function notePasskeyUse(
  tx: Tx,
  id: number,
  { counter, isSynced }: Pick<PasskeyRecord, 'counter' | 'isSynced'>,
): Promise<void> {
  await tx.db
    .updateTable('passkeys')
    .set({ counter, is_synced: isSynced ? 1 : 0, used_at: tx.now })
    .where('id', '=', id)
    .execute()
}

/** Gives a passkey of a user another name. Returns false if they have no such passkey. */
export async function renamePasskey(
  tx: Tx,
  { userId, id, name }: { readonly userId: number; readonly id: number; readonly name: string },
): Promise<boolean> {
  const { numUpdatedRows } = await tx.db
    .updateTable('passkeys')
    .set({ name })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Removes one passkey of a user, or all. Returns how many there were. */
export async function deletePasskeys(tx: Tx, userId: number, id?: number): Promise<number> {
  let query = tx.db.deleteFrom('passkeys').where('user_id', '=', userId)
  if (id !== undefined) query = query.where('id', '=', id)
  return Number((await query.executeTakeFirst()).numDeletedRows)
}

/** Counts all passkeys by the subdomain of their organization and the host that they were made at. */
export async function countPasskeysByHost(
  db: Db,
): Promise<{ readonly subdomain: string; readonly host: string; readonly count: number }[]> {
  const rows = await db
    .selectFrom('passkeys')
    .innerJoin('users', 'users.id', 'passkeys.user_id')
    .innerJoin('organizations', 'organizations.id', 'users.organization_id')
    .select((eb) => ['organizations.subdomain', 'passkeys.host', eb.fn.countAll().as('count')])
    .groupBy(['organizations.subdomain', 'passkeys.host'])
    .orderBy('passkeys.host')
    .execute()
  return rows.map(({ subdomain, host, count }) => ({ subdomain, host, count: Number(count) }))
}
