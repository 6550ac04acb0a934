import { endQueues } from '#areas/events/end-queues.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import { endAllAccessTokens } from '#events/end-access-tokens.ts'
import { endAllSessions } from '#events/end-sessions.ts'
import type { UserRecord } from '#model/records.ts'
import type { Tx } from '#store/log/tx.ts'
import { deactivateUser } from './deactivate-user.ts'

/**
 * Deactivates a user and the bots they own, and logs all of them out: event queues, sessions and access tokens end in
 * the same commit. Returns those who were active. Throws BAD_REQUEST for the only owner.
 */
export async function lockOut(
  tx: Tx,
  directory: OrganizationDirectory,
  user: UserRecord,
): Promise<UserRecord[]> {
  const gone = await deactivateUser(tx, directory, user)
  await endQueues(
    tx,
    gone.map(({ id }) => id),
    'USER_DEACTIVATED',
  )
  for (const { id } of gone) {
    await endAllSessions(tx, id)
    await endAllAccessTokens(tx, id)
  }
  return gone
}
