import type { Role } from '@tagma/contract/objects/user.ts'
import { isFullMemberAt } from '@tagma/rules/full-member.ts'
import { outranks } from '@tagma/rules/roles.ts'
import { endQueues } from '#areas/events/end-queues.ts'
import { tellSystemGroups } from '#areas/groups/tell-system-groups.ts'
import { tellInvites } from '#areas/invites/tell-invites.ts'
import { botsOf } from '#directory/bots-of.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { UserRecord } from '#model/records.ts'
import type { Tx } from '#store/log/tx.ts'
import { revokeInvitationsAbove } from '#store/organization/invitations.ts'
import { updateUser } from '#store/people/users.ts'

/**
 * Gives a user a role, lowers the roles of their bots to it, revokes their invitations to higher roles, and tells the
 * others. The caller has checked that the role may be given.
 * Queues of changed users end. Their clients register again, so no event has to tell them what they may know now.
 */
export async function changeRole(
  tx: Tx,
  directory: OrganizationDirectory,
  user: UserRecord,
  role: Role,
): Promise<void> {
  const outranking = botsOf(directory, user).filter((bot) => outranks(bot, { role }))
  const changed = [user, ...outranking]
  for (const one of changed) await setRole(tx, directory, one, role)
  await endQueues(
    tx,
    changed.map(({ id }) => id),
    'BAD_EVENT_QUEUE_ID',
  )
}

async function setRole(
  tx: Tx,
  directory: OrganizationDirectory,
  user: UserRecord,
  role: Role,
): Promise<void> {
  const isFullMember = isFullMemberAt(directory, { ...user, role }, tx.now)
  if (await revokeInvitationsAbove(tx, user.id, role)) tellInvites(tx, directory, user.id)
  await updateUser(tx, user.id, { role, is_full_member: isFullMember ? 1 : 0 })
  tx.audit('user.role', { kind: 'user', id: user.id }, { from: user.role, to: role })
  tx.emit({ type: 'realm_user', op: 'update', person: { user_id: user.id, role } }, { everyone: true })
  tellSystemGroups(tx, directory, user, { ...user, role, isFullMember })
}
