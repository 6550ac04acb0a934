import { endCredentials } from '#areas/accounts/end-credentials.ts'
import type { Call } from '#call/call.ts'
import { botsOf } from '#directory/bots-of.ts'
import { endAllAccessTokens } from '#events/end-access-tokens.ts'
import { endAllSessions } from '#events/end-sessions.ts'
import type { UserRecord } from '#model/records.ts'
import type { Tx } from '#store/log/tx.ts'
import { deleteKnownDevices } from '#store/people/known-devices.ts'
import { forgetNetworks } from '#store/people/sign-in-networks.ts'

/**
 * Ends every sign-in, key and token of a user and of their bots, and forgets where they signed in. Passwords, links with
 * other services and second factors stay.
 */
export async function endAccess(
  tx: Tx,
  { services, directory }: Pick<Call, 'services' | 'directory'>,
  user: UserRecord,
): Promise<void> {
  await forgetNetworks(tx, user.id)
  await deleteKnownDevices(tx, user.id)
  for (const one of [user, ...botsOf(directory, user)]) {
    await endCredentials(tx, services.time.random, one)
    await endAllSessions(tx, one.id)
    await endAllAccessTokens(tx, one.id)
  }
}
