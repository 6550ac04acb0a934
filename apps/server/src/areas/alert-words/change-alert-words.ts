import { limits } from '@tagma/contract/limits.ts'
import type { UserRecord } from '#model/records.ts'
import { badRequest } from '#model/refusal.ts'
import type { Tx } from '#store/log/tx.ts'
import { alertWordsOf, deleteAlertWords, insertAlertWords } from '#store/personal/alert-words.ts'

/** Adds alert words of a user; returns all words the user has then. */
export async function addAlertWords(tx: Tx, user: UserRecord, words: readonly string[]): Promise<string[]> {
  return change(tx, user, () => insertAlertWords(tx, user.id, words))
}

/** Removes alert words of a user; returns the words that are left. */
export async function removeAlertWords(
  tx: Tx,
  user: UserRecord,
  words: readonly string[],
): Promise<string[]> {
  return change(tx, user, () => deleteAlertWords(tx, user.id, words))
}

async function change(tx: Tx, user: UserRecord, write: () => Promise<void>): Promise<string[]> {
  await write()
  const words = await alertWordsOf(tx.db, user.id)
  if (words.length > limits.maxAlertWords) {
    throw badRequest(`Too many alert words: ${words.length} (limit: ${limits.maxAlertWords})`)
  }
  tx.emit({ type: 'alert_words', alert_words: words }, { users: [user.id] })
  return words
}
