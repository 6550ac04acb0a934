import type { Tx } from '#store/log/tx.ts'
import type { Db } from '#store/sql/db.ts'
import { tokenHash } from '#store/sql/token-hash.ts'

/** How long a mailed link makes an account, in seconds. */
const validity = 86_400

/** Somebody who asked for an account of their own. */
export interface SignUp {
  /** In lower case. */
  readonly email: string
  /** Address on this server to go to once the account is there. */
  readonly next: string
}

/** Stores the secret of a link that makes an account. */
export async function insertSignUp(tx: Tx, token: string, { email, next }: SignUp): Promise<void> {
  await tx.db
    .insertInto('sign_ups')
    .values({
      token_hash: tokenHash(token),
      organization_id: tx.organizationId,
      email,
      next,
      created_at: tx.now,
    })
    .execute()
}

/** Counts how often an account for an address was asked for within a day, since it last had one made. */
export async function countSignUps(tx: Tx, email: string): Promise<number> {
  const { count } = await tx.db
    .selectFrom('sign_ups')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('organization_id', '=', tx.organizationId)
    .where('email', '=', email)
    .where('created_at', '>', tx.now - validity)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Finds who asked for a link; undefined for an unknown link, or one that is too old at `now` (UNIX seconds). */
export async function findSignUp(
  db: Db,
  organizationId: number,
  token: string,
  now: number,
): Promise<SignUp | undefined> {
  return db
    .selectFrom('sign_ups')
    .select(['email', 'next'])
    .where('token_hash', '=', tokenHash(token))
    .where('organization_id', '=', organizationId)
    .where('created_at', '>', now - validity)
    .executeTakeFirst()
}

/** Ends all links that were mailed to an address: its account is there. */
export async function deleteSignUps(tx: Tx, email: string): Promise<void> {
  await tx.db
    .deleteFrom('sign_ups')
    .where('organization_id', '=', tx.organizationId)
    .where('email', '=', email)
    .execute()
}

/** Deletes the organization's sign-ups whose links are too old. */
export async function deleteOldSignUps(tx: Tx): Promise<void> {
  await tx.db
    .deleteFrom('sign_ups')
    .where('organization_id', '=', tx.organizationId)
    .where('created_at', '<=', tx.now - validity)
    .execute()
}
