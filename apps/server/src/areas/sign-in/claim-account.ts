import type { Call } from '#call/call.ts'
import type { UserRecord } from '#model/records.ts'
import type { Tx } from '#store/log/tx.ts'
import { deleteIdentities } from '#store/people/external-identities.ts'
import { updateUser } from '#store/people/users.ts'
import { endAccess } from './end-access.ts'

/**
 * Ends everything that gives access as a user or as a bot of theirs, before the account goes to the person whose address it
 * has: password, keys, tokens, sessions, links with other services. Whoever made it with a foreign address loses it.
 */
export async function claimAccount(
  tx: Tx,
  parts: Pick<Call, 'services' | 'directory'>,
  user: UserRecord,
): Promise<void> {
  await updateUser(tx, user.id, { password_hash: null })
  await deleteIdentities(tx, user.id)
  await endAccess(tx, parts, user)
}
