import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { PresenceRow } from '#store/presence.ts'
import { savePresence } from '#store/presence.ts'
import type { Tx } from '#store/transactions.ts'

/** Writes presence down, of those users who still exist and were not erased. */
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
