import { administratorIds } from '#areas/groups/administrators.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { Tx } from '#store/log/tx.ts'

/** Tells its maker and the administrators that invitations have changed. */
export function tellInvites(tx: Tx, directory: OrganizationDirectory, inviterId: number): void {
  tx.emit({ type: 'invites_changed' }, { users: [...new Set([...administratorIds(directory), inviterId])] })
}
