import type { UserRecord } from '#model/records.ts'
import { alertWordsOf } from '#store/personal/alert-words.ts'
import type { Db } from '#store/sql/db.ts'

/** A user's alert words. */
export async function listAlertWords(db: Db, user: UserRecord): Promise<string[]> {
  return alertWordsOf(db, user.id)
}
