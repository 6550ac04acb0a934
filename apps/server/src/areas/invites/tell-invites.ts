import { administratorIds } from '#areas/groups/administrators.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { Tx } from '#store/log/transactions.ts'

/** Tells those who can manage an invitation that invitations have changed: administrators, and who made it. */
export function tellInvites(tx: Tx, directory: OrganizationDirectory, inviterId: number): void {
  tx.emit({ type: 'invites_changed' }, { users: [...new Set([...administratorIds(directory), inviterId])] })
}
