import type { Tx } from '#store/log/tx.ts'
import type { Db } from '#store/sql/db.ts'

export interface StatusRow {
  readonly userId: number
  readonly text: string
  readonly emojiName: string
  readonly emojiCode: string
  /** Empty without an emoji. */
  readonly emojiType: string
}

/** The statuses of an organization's users, or of one of them; users without one are left out. */
export async function loadStatuses(db: Db, organizationId: number, userId?: number): Promise<StatusRow[]> {
  const query = db.selectFrom('user_statuses').selectAll().where('organization_id', '=', organizationId)
  const rows = await (userId === undefined ? query : query.where('user_id', '=', userId)).execute()
  return rows.map((row) => ({
    userId: row.user_id,
    text: row.text,
    emojiName: row.emoji_name,
    emojiCode: row.emoji_code,
    emojiType: row.emoji_type,
  }))
}

/** Writes a status; a status without text and emoji is deleted. */
export async function saveStatus(tx: Tx, status: StatusRow): Promise<void> {
  if (status.text === '' && status.emojiName === '') {
    await tx.db.deleteFrom('user_statuses').where('user_id', '=', status.userId).execute()
    return
  }
  const values = {
    text: status.text,
    emoji_name: status.emojiName,
    emoji_code: status.emojiCode,
    emoji_type: status.emojiType,
  }
  await tx.db
    .insertInto('user_statuses')
    .values({ user_id: status.userId, organization_id: tx.organizationId, ...values })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .execute()
}
