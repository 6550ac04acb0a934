import type { Selectable } from 'kysely'
import type { Tx } from '#store/log/tx.ts'
import type { Db } from '#store/sql/db.ts'
import type { OauthClientsTable } from '#store/sql/tables/people.ts'

/** A program that asks people for access. Times are UNIX seconds. */
export interface OauthClient {
  readonly id: number
  /** A name that the server drew, or the address of the client's document. */
  readonly clientId: string
  /** Its name, as it states it. */
  readonly name: string
  readonly redirectUris: readonly string[]
  /** True for a client that a document describes. */
  readonly isDocument: boolean
  /** The document is fetched again after this time. */
  readonly freshUntil: number
}

const recordOf = (row: Selectable<OauthClientsTable>): OauthClient => ({
  id: row.id,
  clientId: row.client_id,
  name: row.name,
  redirectUris: JSON.parse(row.redirect_uris) as string[],
  isDocument: row.is_document === 1,
  freshUntil: row.fresh_until,
})

export async function findOauthClient(
  db: Db,
  organizationId: number,
  clientId: string,
): Promise<OauthClient | undefined> {
  const row = await db
    .selectFrom('oauth_clients')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('client_id', '=', clientId)
    .executeTakeFirst()
  return row && recordOf(row)
}

/** Stores a client, or what is new about it. */
export async function saveOauthClient(tx: Tx, client: Omit<OauthClient, 'id'>): Promise<OauthClient> {
  const row = await tx.db
    .insertInto('oauth_clients')
    .values({
      organization_id: tx.organizationId,
      client_id: client.clientId,
      name: client.name,
      redirect_uris: JSON.stringify(client.redirectUris),
      is_document: client.isDocument ? 1 : 0,
      fresh_until: client.freshUntil,
      used_at: tx.now,
    })
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'client_id']).doUpdateSet((eb) => ({
        name: eb.ref('excluded.name'),
        redirect_uris: eb.ref('excluded.redirect_uris'),
        fresh_until: eb.ref('excluded.fresh_until'),
      })),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
  return recordOf(row)
}

/** Notes that a client was given access. */
export async function noteOauthClientUse(tx: Tx, id: number): Promise<void> {
  await tx.db
    .updateTable('oauth_clients')
    .set({ used_at: tx.now })
    .where('id', '=', id)
    .where('organization_id', '=', tx.organizationId)
    .execute()
}

/**
 * Deletes clients that have no access: those not used since a time (UNIX seconds), and all but the `most` that were used
 * last.
 */
export async function deleteUnusedOauthClients(
  tx: Tx,
  { before, most }: { readonly before: number; readonly most: number },
): Promise<void> {
  const unused = await tx.db
    .selectFrom('oauth_clients')
    .select(['id', 'used_at'])
    .where('organization_id', '=', tx.organizationId)
    .where('id', 'not in', (eb) =>
      eb
        .selectFrom('oauth_grants')
        .select('oauth_grants.client_id')
        .where('oauth_grants.organization_id', '=', tx.organizationId),
    )
    .orderBy('id', 'desc')
    .execute()
  const gone = unused.filter(({ used_at }, place) => used_at < before || place >= most).map(({ id }) => id)
  if (gone.length > 0) await tx.db.deleteFrom('oauth_clients').where('id', 'in', gone).execute()
}
