import type { Losses } from '@tagma/importers/losses.ts'
import type { EmojiRecord } from '@tagma/importers/record.ts'
import { emojiNameFrom, emojiNameProblem } from '#areas/emoji/rules.ts'
import { must } from '#model/must.ts'
import type { Tx } from '#store/log/tx.ts'
import { insertImported } from '#store/organization/imports.ts'
import type { ImportedPictures } from './import-pictures.ts'
import type { MappedIds } from './mapped-ids.ts'

/** Writes the custom emoji that have a picture. Of two active ones of a name, the second gets another name. */
export async function importEmoji(
  tx: Tx,
  records: readonly EmojiRecord[],
  pictures: ImportedPictures,
  { ids, losses, author }: { readonly ids: MappedIds; readonly losses: Losses; readonly author: number },
): Promise<void> {
  const taken = new Set<string>()
  const rows = records.flatMap((record) => {
    const keys = pictures.emoji.get(record.key)
    if (!keys) return []
    const id = must(ids.emoji.get(record.key), 'an emoji of the plan has no id')
    const wanted = emojiNameFrom(record.name)
    const isFree = emojiNameProblem(wanted) === undefined && (record.isDeactivated || !taken.has(wanted))
    const name = isFree ? wanted : `emoji_${id}`
    if (name !== record.name) losses.mend('emoji', 'name_changed', 'content', `${record.name} → ${name}`)
    if (!record.isDeactivated) taken.add(name)
    return [
      {
        id,
        organization_id: tx.organizationId,
        name,
        author_id: (record.author === null ? undefined : ids.users.get(record.author)) ?? author,
        is_deactivated: record.isDeactivated ? (1 as const) : (0 as const),
        picture: keys.picture,
        still: keys.still,
        created_at: tx.now,
      },
    ]
  })
  await insertImported(tx, 'custom_emoji', rows)
}
