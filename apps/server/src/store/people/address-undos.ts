import type { Tx } from '#store/log/tx.ts'
import type { Db } from '#store/sql/db.ts'
import { tokenHash } from '#store/sql/token-hash.ts'

/** How long a changed address can be taken back, in seconds. */
const validity = 7 * 86_400

/** How a changed address is taken back by whoever had it. */
export interface AddressUndo {
  readonly userId: number
  readonly formerEmail: string
  /** Hash of the password at the time of the change; null where the LDAP directory keeps it. */
  readonly passwordHash: string | null
  /** UNIX seconds. */
  readonly changedAt: number
}

/** Stores the secret of a link that takes a changed address back. */
export async function insertAddressUndo(
  tx: Tx,
  token: string,
  { userId, formerEmail, passwordHash }: Omit<AddressUndo, 'changedAt'>,
): Promise<void> {
  await tx.db
    .insertInto('address_undos')
    .values({
      token_hash: tokenHash(token),
      user_id: userId,
      organization_id: tx.organizationId,
      former_email: formerEmail,
      password_hash: passwordHash,
      changed_at: tx.now,
    })
    .execute()
}

/** Finds what a link takes back; undefined for an unknown link, or one that is too old at `now` (UNIX seconds). */
export async function findAddressUndo(db: Db, token: string, now: number): Promise<AddressUndo | undefined> {
  const row = await db
    .selectFrom('address_undos')
    .select(['user_id', 'former_email', 'password_hash', 'changed_at'])
    .where('token_hash', '=', tokenHash(token))
    .where('changed_at', '>', now - validity)
    .executeTakeFirst()
  return (
    row && {
      userId: row.user_id,
      formerEmail: row.former_email,
      passwordHash: row.password_hash,
      changedAt: row.changed_at,
    }
  )
}

/**
 * Deletes the undos of the changes that a user's address had since a time, in UNIX seconds. Those of earlier changes stay:
 * a thief who changes the address twice cannot end the owner's link by their own.
 */
export async function deleteAddressUndosSince(tx: Tx, userId: number, since: number): Promise<void> {
  await tx.db
    .deleteFrom('address_undos')
    .where('user_id', '=', userId)
    .where('changed_at', '>=', since)
    .execute()
}

/** Deletes the organization's undos that are too old. */
export async function deleteOldAddressUndos(tx: Tx): Promise<void> {
  await tx.db
    .deleteFrom('address_undos')
    .where('organization_id', '=', tx.organizationId)
    .where('changed_at', '<=', tx.now - validity)
    .execute()
}
