import { administratorIds } from '#areas/groups/administrators.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { Tx } from '#store/log/tx.ts'

/** Tells administrators whether somebody lets them export their private data. Level 312. */
export function tellConsent(
  tx: Tx,
  directory: OrganizationDirectory,
  userId: number,
  consented: boolean,
): void {
  tx.emit(
    { type: 'realm_export_consent', user_id: userId, consented },
    { users: administratorIds(directory) },
  )
}
