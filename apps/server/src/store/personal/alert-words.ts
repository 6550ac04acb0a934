import type { Tx } from '#store/log/tx.ts'
import type { Db } from '#store/sql/db.ts'
import { inTexts } from '#store/sql/id-list.ts'
import { insertMany } from '#store/sql/insert-many.ts'
import { prepared } from '#store/sql/prepared.ts'

/** The alert words of an organization's users, or of the given ones, by user. */
export async function loadAlertWords(
  db: Db,
  organizationId: number,
  userIds?: readonly number[],
): Promise<Map<number, string[]>> {
  const query = db
    .selectFrom('alert_words')
    .select(['user_id', 'word'])
    .where('organization_id', '=', organizationId)
    .orderBy('key')
  const rows = await (userIds ? query.where('user_id', 'in', [...userIds]) : query).execute()
  const words = new Map<number, string[]>()
  for (const row of rows) {
    const list = words.get(row.user_id)
    if (list) list.push(row.word)
    else words.set(row.user_id, [row.word])
  }
  return words
}

const ofUser = prepared((db, p: { user: number }) =>
  db.selectFrom('alert_words').select('word').where('user_id', '=', p.user).orderBy('key'),
)

/** A user's alert words. */
export async function alertWordsOf(db: Db, userId: number): Promise<string[]> {
  return (await ofUser.all(db, { user: userId })).map(({ word }) => word)
}

/** Adds the words that the user does not have yet, ignoring case. */
export async function insertAlertWords(tx: Tx, userId: number, words: readonly string[]): Promise<void> {
  const rows = words.map((word) => ({
    organization_id: tx.organizationId,
    user_id: userId,
    key: word.toLowerCase(),
    word,
  }))
  await insertMany(tx.db, 'alert_words', rows, (insert) =>
    insert.onConflict((conflict) => conflict.doNothing()),
  )
  tx.touch('alertWords', userId)
}

export async function deleteAlertWords(tx: Tx, userId: number, words: readonly string[]): Promise<void> {
  if (words.length === 0) return
  await tx.db
    .deleteFrom('alert_words')
    .where('organization_id', '=', tx.organizationId)
    .where('user_id', '=', userId)
    .where((eb) =>
      inTexts(
        tx.db,
        eb.ref('key'),
        words.map((word) => word.toLowerCase()),
      ),
    )
    .execute()
  tx.touch('alertWords', userId)
}
