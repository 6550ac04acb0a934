import type { Tx } from '#store/log/tx.ts'
import type { Db } from '#store/sql/db.ts'
import { indexKey } from '#store/sql/index-key.ts'

/** A person at a provider. Never its email address, which changes hands. */
export interface IdentityKey {
  /** Name of the provider in the settings. */
  readonly provider: string
  readonly issuer: string
  /** Id of the person at the issuer. */
  readonly subject: string
}

/** An identity that belongs to an account. */
export interface LinkedIdentity extends IdentityKey {
  readonly id: number
  readonly userId: number
}

/** Finds the account's link of an identity. */
export async function findIdentity(
  db: Db,
  organizationId: number,
  { provider, issuer, subject }: IdentityKey,
): Promise<LinkedIdentity | undefined> {
  const row = await db
    .selectFrom('external_identities')
    .select(['id', 'user_id'])
    .where('organization_id', '=', organizationId)
    .where('provider', '=', provider)
    .where('issuer', '=', issuer)
    .where('subject', '=', indexKey(subject))
    .executeTakeFirst()
  return row && { provider, issuer, subject, id: row.id, userId: row.user_id }
}

/** Tells whether an account has an identity of a provider. */
export async function hasIdentityOf(db: Db, userId: number, provider: string): Promise<boolean> {
  const row = await db
    .selectFrom('external_identities')
    .select('id')
    .where('user_id', '=', userId)
    .where('provider', '=', provider)
    .executeTakeFirst()
  return row !== undefined
}

/** Links an identity to an account; returns the link's id. `email` is the provider's, for people to tell links apart. */
export async function insertIdentity(
  tx: Tx,
  userId: number,
  { provider, issuer, subject, email }: IdentityKey & { readonly email: string },
): Promise<number> {
  const { id } = await tx.db
    .insertInto('external_identities')
    .values({
      organization_id: tx.organizationId,
      user_id: userId,
      provider,
      issuer,
      subject: indexKey(subject),
      email,
      created_at: tx.now,
      used_at: tx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Notes that somebody signed in by an identity. */
export async function noteIdentityUse(tx: Tx, id: number, email: string): Promise<void> {
  await tx.db
    .updateTable('external_identities')
    .set({ used_at: tx.now, email })
    .where('id', '=', id)
    .where('organization_id', '=', tx.organizationId)
    .execute()
}
