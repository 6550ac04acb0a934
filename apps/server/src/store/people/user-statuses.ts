import type { Selectable } from 'kysely'
import type { Tx } from '#store/log/tx.ts'
import type { Db } from '#store/sql/db.ts'
import { prepared } from '#store/sql/prepared.ts'
import type { UserStatusesTable } from '#store/sql/tables/people.ts'

export interface StatusRow {
  readonly userId: number
  readonly text: string
  readonly emojiName: string
  readonly emojiCode: string
  /** Empty without an emoji. */
  readonly emojiType: string
}

const statusOf = (row: Selectable<UserStatusesTable>): StatusRow => ({
  userId: row.user_id,
  text: row.text,
  emojiName: row.emoji_name,
  emojiCode: row.emoji_code,
  emojiType: row.emoji_type,
})

const byOrganization = prepared((db, p: { organization: number }) =>
  db.selectFrom('user_statuses').selectAll().where('organization_id', '=', p.organization),
)

/** The statuses of an organization's users; users without one are left out. */
export const loadStatuses = async (db: Db, organizationId: number): Promise<StatusRow[]> =>
  (await byOrganization.all(db, { organization: organizationId })).map(statusOf)

const byUser = prepared((db, p: { user: number }) =>
  db.selectFrom('user_statuses').selectAll().where('user_id', '=', p.user),
)

/** The status of one user, if they have one. */
export async function findStatus(db: Db, userId: number): Promise<StatusRow | undefined> {
  const row = await byUser.first(db, { user: userId })
  return row && statusOf(row)
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
