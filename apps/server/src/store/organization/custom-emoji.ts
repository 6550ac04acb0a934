import type { Selectable } from 'kysely'
import type { EmojiRecord } from '#model/records.ts'
import type { Tx } from '#store/log/tx.ts'
import type { Db } from '#store/sql/db.ts'
import type { CustomEmojiTable } from '#store/sql/tables/organization.ts'

/** Reads the organization's custom emoji, or those of the given ids. */
export async function loadEmoji(
  db: Db,
  organizationId: number,
  ids?: readonly number[],
): Promise<EmojiRecord[]> {
  const query = db
    .selectFrom('custom_emoji')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .orderBy('id')
  return (await (ids ? query.where('id', 'in', [...ids]) : query).execute()).map(toEmojiRecord)
}

function toEmojiRecord(row: Selectable<CustomEmojiTable>): EmojiRecord {
  return {
    id: row.id,
    name: row.name,
    authorId: row.author_id,
    isDeactivated: row.is_deactivated === 1,
    sourceUrl: `/user_avatars/${row.picture}`,
    stillUrl: row.still === null ? null : `/user_avatars/${row.still}`,
  }
}

/** Adds a custom emoji and returns its id. */
export async function insertEmoji(
  tx: Tx,
  emoji: { name: string; authorId: number; picture: string; still: string | null },
): Promise<number> {
  const { id } = await tx.db
    .insertInto('custom_emoji')
    .values({
      organization_id: tx.organizationId,
      name: emoji.name,
      author_id: emoji.authorId,
      is_deactivated: 0,
      picture: emoji.picture,
      still: emoji.still,
      created_at: tx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  tx.touch('emoji', id)
  return id
}

export async function deactivateEmojiRow(tx: Tx, id: number): Promise<void> {
  await tx.db.updateTable('custom_emoji').set({ is_deactivated: 1 }).where('id', '=', id).execute()
  tx.touch('emoji', id)
}
