import { markReadFrom } from '#areas/messages/flags/mark-read.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import { isSystemBot } from '#directory/system-bots.ts'
import type { UserRecord } from '#model/records.ts'
import { badRequest } from '#model/refusal.ts'
import type { Tx } from '#store/log/tx.ts'
import { deleteMutedUser, insertMutedUser, loadMutedUsers } from '#store/people/muted-users.ts'
import { requireUser } from './visibility.ts'

/**
 * Mutes a user for another, or unmutes them, and tells the clients of the one who mutes. Muting marks the messages of
 * the muted user as read; later ones are read on arrival.
 */
export async function setMuted(
  tx: Tx,
  directory: OrganizationDirectory,
  user: UserRecord,
  mutedId: number,
  isMuted: boolean,
): Promise<void> {
  if (mutedId === user.id) throw badRequest('Cannot mute self')
  const wasMuted = (await loadMutedUsers(tx.db, user.id)).some(({ id }) => id === mutedId)
  // A user who was hidden while muted can still be unmuted.
  if (isMuted || !wasMuted) {
    const other = await requireUser(tx.db, directory, user, mutedId)
    if (isSystemBot(other)) throw badRequest('No such user')
  }
  if (wasMuted === isMuted) throw badRequest(isMuted ? 'User already muted' : 'User is not muted')
  if (isMuted) {
    await insertMutedUser(tx, user.id, mutedId)
    await markReadFrom(tx, user, mutedId)
  } else await deleteMutedUser(tx, user.id, mutedId)
  tx.emit({ type: 'muted_users', muted_users: await loadMutedUsers(tx.db, user.id) }, { users: [user.id] })
}
