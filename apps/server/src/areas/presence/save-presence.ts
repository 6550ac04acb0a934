import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { PresenceRow } from '#model/presence-row.ts'
import type { Tx } from '#store/log/tx.ts'
import { savePresence } from '#store/people/presence.ts'

/** Writes presence to the database, for users who still exist and were not erased. */
export async function saveKnownPresence(
  tx: Tx,
  directory: OrganizationDirectory,
  rows: readonly PresenceRow[],
): Promise<void> {
  await savePresence(
    tx,
    rows.filter((row) => directory.users.get(row.userId)?.isDeleted === false),
  )
}
