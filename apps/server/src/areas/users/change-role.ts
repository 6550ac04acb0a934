import type { Role } from '@tagma/contract/objects/user.ts'
import { tellSystemGroups } from '#areas/groups/tell-system-groups.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { UserRecord } from '#directory/records.ts'
import type { Tx } from '#store/transactions.ts'
import { updateUser } from '#store/users.ts'
import { isPastWaitingPeriod } from './waiting-period.ts'

/**
 * Gives a user a role, and tells the others. The caller of this has checked that it may be given, and ends the user's
 * queues: their clients register anew, so that nothing has to tell them what they may know of from now on.
 */
export async function changeRole(
  tx: Tx,
  directory: OrganizationDirectory,
  user: UserRecord,
  role: Role,
): Promise<void> {
  const isFullMember = role < 400 || (role === 400 && isPastWaitingPeriod(directory, user, tx.now))
  await updateUser(tx, user.id, { role, is_full_member: isFullMember ? 1 : 0 })
  tx.emit({ type: 'realm_user', op: 'update', person: { user_id: user.id, role } }, { everyone: true })
  tellSystemGroups(tx, directory, user, { ...user, role, isFullMember })
}
