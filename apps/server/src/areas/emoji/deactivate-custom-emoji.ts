import { isAdministrator } from '@tagma/rules/roles.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { UserRecord } from '#model/records.ts'
import { badRequest, Missing } from '#model/refusal.ts'
import type { Tx } from '#store/log/tx.ts'
import { deactivateEmojiRow } from '#store/organization/custom-emoji.ts'

/** Takes a custom emoji out of use. Its picture stays for messages that show it. */
export async function deactivateCustomEmoji(
  tx: Tx,
  directory: OrganizationDirectory,
  user: UserRecord,
  name: string,
): Promise<void> {
  const emoji = directory.emojiByName(name)
  if (!emoji) throw new Missing(`Emoji '${name}' does not exist`)
  if (emoji.authorId !== user.id && !isAdministrator(user))
    throw badRequest('Must be an organization administrator or emoji author')
  await deactivateEmojiRow(tx, emoji.id)
  tx.emit(
    { type: 'realm_emoji', op: 'update_one', emoji_id: String(emoji.id), data: { deactivated: true } },
    { everyone: true },
  )
}
