import type { Call } from '#call/call.ts'
import { formerHash } from '#model/former-hash.ts'
import type { UserRecord } from '#model/records.ts'
import { findPasswordHash, updateUser } from '#store/people/users.ts'

/** Replaces the hash of a former server by one of this server, now that the password is known. */
export async function renewHash(
  { directory, services }: Pick<Call, 'directory' | 'services'>,
  { id }: Pick<UserRecord, 'id'>,
  password: string,
  hash: string | null,
): Promise<void> {
  if (hash === null || formerHash(hash) === undefined) return
  const renewed = await services.outside.passwords.hash(password)
  await services.data.transact(directory.organization.id, async (tx) => {
    // Somebody may have set another password meanwhile.
    if ((await findPasswordHash(tx.db, id)) === hash) await updateUser(tx, id, { password_hash: renewed })
  })
}
