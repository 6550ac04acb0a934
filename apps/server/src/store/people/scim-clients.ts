import type { Selectable } from 'kysely'
import type { Tx } from '#store/log/tx.ts'
import type { Db } from '#store/sql/db.ts'
import type { ScimClientsTable } from '#store/sql/tables/people.ts'
import { tokenHash } from '#store/sql/token-hash.ts'

/**
 * Clients that provision accounts and groups by SCIM. A row knows the hash of the client's secret, and of the one before
 * it, which stays good for a while after a rotation. Links hold the ids by which a client knows people.
 */

/** A SCIM client, without its secret. Times are UNIX seconds. */
export interface ScimClientRecord {
  readonly id: number
  readonly name: string
  /** The last four characters of the secret. */
  readonly hint: string
  /** The former secret is good until then; null without one. */
  readonly formerUntil: number | null
  readonly mayTouchOwners: boolean
  readonly mayChangeAddresses: boolean
  readonly createdAt: number
  /** About ten minutes exact; null before the first call. */
  readonly calledAt: number | null
}

const recordOf = (row: Selectable<ScimClientsTable>): ScimClientRecord => ({
  id: row.id,
  name: row.name,
  hint: row.hint,
  formerUntil: row.former_until,
  mayTouchOwners: row.may_touch_owners === 1,
  mayChangeAddresses: row.may_change_addresses === 1,
  createdAt: row.created_at,
  calledAt: row.called_at,
})

/** Stores a client that has not called yet; returns its id. */
export async function insertScimClient(
  tx: Tx,
  secret: string,
  given: Pick<ScimClientRecord, 'name' | 'mayTouchOwners' | 'mayChangeAddresses'>,
): Promise<number> {
  const { id } = await tx.db
    .insertInto('scim_clients')
    .values({
      organization_id: tx.organizationId,
      name: given.name,
      token_hash: tokenHash(secret),
      former_hash: null,
      former_until: null,
      hint: secret.slice(-4),
      may_touch_owners: given.mayTouchOwners ? 1 : 0,
      may_change_addresses: given.mayChangeAddresses ? 1 : 0,
      created_at: tx.now,
      called_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Finds the client of a secret, or of a former one that is still good. `now` is UNIX seconds. */
export async function findScimClient(
  db: Db,
  organizationId: number,
  secret: string,
  now: number,
): Promise<ScimClientRecord | undefined> {
  const hash = tokenHash(secret)
  const row = await db
    .selectFrom('scim_clients')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where((eb) =>
      eb.or([
        eb('token_hash', '=', hash),
        eb.and([eb('former_hash', '=', hash), eb('former_until', '>', now)]),
      ]),
    )
    .executeTakeFirst()
  return row && recordOf(row)
}

/** Clients of the organization; the oldest comes first. */
export async function listScimClients(db: Db, organizationId: number): Promise<ScimClientRecord[]> {
  const rows = await db
    .selectFrom('scim_clients')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .orderBy('id')
    .execute()
  return rows.map(recordOf)
}

/** Finds a client of the organization by its id. */
export async function findScimClientById(tx: Tx, id: number): Promise<ScimClientRecord | undefined> {
  const row = await tx.db
    .selectFrom('scim_clients')
    .selectAll()
    .where('id', '=', id)
    .where('organization_id', '=', tx.organizationId)
    .executeTakeFirst()
  return row && recordOf(row)
}

/** Gives a client another secret. The former one is good until `formerUntil`; null ends it now. */
export async function replaceScimSecret(
  tx: Tx,
  id: number,
  secret: string,
  formerUntil: number | null,
): Promise<void> {
  await tx.db
    .updateTable('scim_clients')
    .set((eb) => ({
      former_hash: formerUntil === null ? null : eb.ref('token_hash'),
      former_until: formerUntil,
      token_hash: tokenHash(secret),
      hint: secret.slice(-4),
    }))
    .where('id', '=', id)
    .where('organization_id', '=', tx.organizationId)
    .execute()
}

/** Notes that a client calls now. */
export async function noteScimCall(tx: Tx, id: number): Promise<void> {
  await tx.db
    .updateTable('scim_clients')
    .set({ called_at: tx.now })
    .where('id', '=', id)
    .where('organization_id', '=', tx.organizationId)
    .execute()
}

/** Deletes a client and what it knows of people. */
export async function deleteScimClient(tx: Tx, id: number): Promise<void> {
  await tx.db.deleteFrom('scim_links').where('client_id', '=', id).execute()
  await tx.db
    .deleteFrom('scim_clients')
    .where('id', '=', id)
    .where('organization_id', '=', tx.organizationId)
    .execute()
}

/** The client's ids of people, by user id: of the given users, or of all. */
export async function listScimLinks(
  db: Db,
  clientId: number,
  userIds?: readonly number[],
): Promise<Map<number, string>> {
  if (userIds?.length === 0) return new Map()
  const query = db
    .selectFrom('scim_links')
    .select(['user_id', 'external_id'])
    .where('client_id', '=', clientId)
  const rows = await (userIds ? query.where('user_id', 'in', [...userIds]) : query).execute()
  return new Map(rows.map((row) => [row.user_id, row.external_id]))
}

/** Ids of the users that a client knows by an id of its own. */
export async function findScimLinks(db: Db, clientId: number, externalId: string): Promise<number[]> {
  const rows = await db
    .selectFrom('scim_links')
    .select('user_id')
    .where('client_id', '=', clientId)
    .where('external_id', '=', externalId)
    .execute()
  return rows.map((row) => row.user_id)
}

/** Notes by which id a client knows a user; undefined forgets it. */
export async function saveScimLink(
  tx: Tx,
  clientId: number,
  userId: number,
  externalId: string | undefined,
): Promise<void> {
  await tx.db
    .deleteFrom('scim_links')
    .where('client_id', '=', clientId)
    .where('user_id', '=', userId)
    .execute()
  if (externalId === undefined) return
  await tx.db
    .insertInto('scim_links')
    .values({
      client_id: clientId,
      user_id: userId,
      organization_id: tx.organizationId,
      external_id: externalId,
    })
    .execute()
}

/** Names of clients that have not called since a time, with their organizations, for the doctor. UNIX seconds. */
export async function listSilentScimClients(
  db: Db,
  since: number,
): Promise<{ readonly name: string; readonly organization: string; readonly calledAt: number | null }[]> {
  const rows = await db
    .selectFrom('scim_clients')
    .innerJoin('organizations', 'organizations.id', 'scim_clients.organization_id')
    .select(['scim_clients.name', 'organizations.name as organization', 'called_at'])
    .where((eb) => eb(eb.fn.coalesce('called_at', 'scim_clients.created_at'), '<', since))
    .orderBy('scim_clients.id')
    .execute()
  return rows.map(({ name, organization, called_at }) => ({ name, organization, calledAt: called_at }))
}
