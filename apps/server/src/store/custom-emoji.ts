import type { Selectable } from 'kysely'
import type { EmojiRecord } from '#directory/records.ts'
import type { Db } from './db.ts'
import type { CustomEmojiTable } from './personal-tables.ts'
import type { Tx } from './transactions.ts'

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

/** The keys under which the pictures of a custom emoji are stored; their addresses are the keys below `/user_avatars/`. */
export function emojiKeys(organizationId: number, id: number, extension: string) {
  const folder = `${organizationId}/emoji/images`
  return { picture: `${folder}/${id}.${extension}`, still: `${folder}/still/${id}.png` }
}

function toEmojiRecord(row: Selectable<CustomEmojiTable>): EmojiRecord {
  const keys = emojiKeys(row.organization_id, row.id, row.extension)
  return {
    id: row.id,
    name: row.name,
    authorId: row.author_id,
    isDeactivated: row.is_deactivated === 1,
    sourceUrl: `/user_avatars/${keys.picture}`,
    stillUrl: row.is_animated === 1 ? `/user_avatars/${keys.still}` : null,
  }
}

/** Adds a custom emoji and returns its id. */
export async function insertEmoji(
  tx: Tx,
  emoji: { name: string; authorId: number; extension: string; isAnimated: boolean },
): Promise<number> {
  const { id } = await tx.db
    .insertInto('custom_emoji')
    .values({
      organization_id: tx.organizationId,
      name: emoji.name,
      author_id: emoji.authorId,
      is_deactivated: 0,
      extension: emoji.extension,
      is_animated: emoji.isAnimated ? 1 : 0,
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
