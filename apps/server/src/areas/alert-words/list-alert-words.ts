import type { UserRecord } from '#directory/records.ts'
import { alertWordsOf } from '#store/alert-words.ts'
import type { Db } from '#store/db.ts'

/** A user's alert words. */
export async function listAlertWords(db: Db, user: UserRecord): Promise<string[]> {
  return alertWordsOf(db, user.id)
}
