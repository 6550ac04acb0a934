import { roles } from '@tagma/contract/objects/user.ts'
import type { Tx } from '#store/log/tx.ts'
import type { Db } from '#store/sql/db.ts'
import { tokenHash } from '#store/sql/token-hash.ts'

/** Stores the secret of a link that makes the organization's first owner; deletes expired links. */
export async function insertSetupLink(tx: Tx, token: string, expiresAt: number): Promise<void> {
  await tx.db.deleteFrom('setup_links').where('expires_at', '<=', tx.now).execute()
  await tx.db
    .insertInto('setup_links')
    .values({ token_hash: tokenHash(token), organization_id: tx.organizationId, expires_at: expiresAt })
    .execute()
}

/**
 * Finds the organization of a link that makes the first owner: while the link is valid, and there is no owner. `now` is
 * UNIX seconds.
 */
export async function findOrganizationToSetUp(
  db: Db,
  token: string,
  now: number,
): Promise<number | undefined> {
  const row = await withoutOwner(db)
    .innerJoin('setup_links', 'setup_links.organization_id', 'organizations.id')
    .where('setup_links.token_hash', '=', tokenHash(token))
    .where('setup_links.expires_at', '>', now)
    .executeTakeFirst()
  return row?.id
}

/** Ends the links of the organization. */
export async function deleteSetupLinks(tx: Tx): Promise<void> {
  await tx.db.deleteFrom('setup_links').where('organization_id', '=', tx.organizationId).execute()
}

/** Organizations without an owner. */
export async function listOrganizationsWithoutOwner(
  db: Db,
): Promise<{ readonly id: number; readonly subdomain: string }[]> {
  return withoutOwner(db)
    .where('organizations.deactivated_at', 'is', null)
    .orderBy('organizations.id')
    .execute()
}

/** Once there is an owner, made in any way, the links end. */
const withoutOwner = (db: Db) =>
  db
    .selectFrom('organizations')
    .select(['organizations.id', 'organizations.subdomain'])
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('users')
            .select('users.id')
            .whereRef('users.organization_id', '=', 'organizations.id')
            .where('users.role', '=', roles.owner)
            .where('users.bot_type', 'is', null),
        ),
      ),
    )
