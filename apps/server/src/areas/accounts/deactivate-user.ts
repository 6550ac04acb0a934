import { tellActivity } from '#areas/channels/tell-activity.ts'
import { tellSettingsNaming } from '#areas/groups/tell-settings-naming.ts'
import { tellGroupsOf, tellSystemGroups } from '#areas/groups/tell-system-groups.ts'
import { tellInvites } from '#areas/invites/tell-invites.ts'
import { isOnlyOwner } from '#areas/users/role-rules.ts'
import { activeBotsOf } from '#directory/bots-of.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { UserRecord } from '#model/records.ts'
import { badRequest } from '#model/refusal.ts'
import type { Tx } from '#store/log/tx.ts'
import { revokeInvitationsBy } from '#store/organization/invitations.ts'
import { deleteCommands } from '#store/people/bot-commands.ts'
import { updateUser } from '#store/people/users.ts'
import { endMailedLinks } from './end-credentials.ts'

/**
 * Deactivates a user and the bots they own, revokes their invitations, ends the links that were mailed to them, and
 * tells everybody.
 * Phones get no more notifications, but stay registered until the notifications they show are taken back. Returns the
 * users to log out. Throws BAD_REQUEST for the only owner.
 */
export async function deactivateUser(
  tx: Tx,
  directory: OrganizationDirectory,
  user: UserRecord,
): Promise<UserRecord[]> {
  if (isOnlyOwner(directory, user)) throw badRequest('Cannot deactivate the only organization owner')
  const gone = [...activeBotsOf(directory, user), ...(user.isActive ? [user] : [])]
  for (const one of gone) {
    // From now on the API key is refused with a code that says why. A user who comes back gets another key.
    await updateUser(tx, one.id, { is_active: 0 })
    tx.audit('user.deactivated', { kind: 'user', id: one.id })
    await endMailedLinks(tx, one.id)
    // Clients expect correct lists of subscribers by the time they hear that the user is gone.
    await tellActivity(tx, directory, one, false)
    tx.emit(
      { type: 'realm_user', op: 'update', person: { user_id: one.id, is_active: false } },
      { everyone: true },
    )
    if (await deleteCommands(tx, one.id))
      tx.emit({ type: 'tagma_commands', user_id: one.id, commands: [] }, { everyone: true })
    if (await revokeInvitationsBy(tx, one.id)) tellInvites(tx, directory, one.id)
    tellSystemGroups(tx, directory, one, { ...one, isActive: false })
    tellGroupsOf(tx, directory, one, 'remove_members')
  }
  tellSettingsNaming(
    tx,
    directory,
    gone.map((one) => ({ ...one, isActive: false })),
  )
  return gone
}
