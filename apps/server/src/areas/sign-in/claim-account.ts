import { endCredentials } from '#areas/accounts/end-credentials.ts'
import type { Call } from '#call/call.ts'
import { botsOf } from '#directory/bots-of.ts'
import { endAllAccessTokens } from '#events/end-access-tokens.ts'
import { endAllSessions } from '#events/end-sessions.ts'
import type { UserRecord } from '#model/records.ts'
import type { Tx } from '#store/log/tx.ts'
import { deleteIdentities } from '#store/people/external-identities.ts'
import { deleteKnownDevices } from '#store/people/known-devices.ts'
import { forgetNetworks } from '#store/people/sign-in-networks.ts'
import { updateUser } from '#store/people/users.ts'

type Parts = Pick<Call, 'services' | 'directory'>

/**
 * Ends everything that gives access as a user or as a bot of theirs, before the account goes to the person whose address it
 * has: password, keys, tokens, sessions, links with other services. Whoever made it with a foreign address loses it.
 */
export async function claimAccount(tx: Tx, parts: Parts, user: UserRecord): Promise<void> {
  await updateUser(tx, user.id, { password_hash: null })
  await deleteIdentities(tx, user.id)
  await endAccess(tx, parts, user)
}

/**
 * Ends every sign-in, key and token of a user and of their bots, and forgets where they signed in. Passwords, links with
 * other services and second factors stay.
 */
export async function endAccess(tx: Tx, { services, directory }: Parts, user: UserRecord): Promise<void> {
  await forgetNetworks(tx, user.id)
  await deleteKnownDevices(tx, user.id)
  for (const one of [user, ...botsOf(directory, user)]) {
    await endCredentials(tx, services.time.random, one)
    await endAllSessions(tx, one.id)
    await endAllAccessTokens(tx, one.id)
  }
}
