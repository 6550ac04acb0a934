import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { Tx } from '#store/log/transactions.ts'
import type { PresenceRow } from '#store/people/presence.ts'
import { savePresence } from '#store/people/presence.ts'

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
