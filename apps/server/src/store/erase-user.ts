import type { Tx } from './transactions.ts'

/** Removes the rows that say something about a person, apart from the account itself. */
export async function eraseUserRows(tx: Tx, userId: number): Promise<void> {
  for (const table of [
    'presence',
    'user_statuses',
    'profile_values',
    'muted_users',
    'email_changes',
    'drafts',
    'saved_snippets',
    'scheduled_messages',
    'alert_words',
  ] as const)
    await tx.db.deleteFrom(table).where('user_id', '=', userId).execute()
  tx.touch('alertWords', userId)
}
