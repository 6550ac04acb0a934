import { emojiByName, emojiTypeFrom, isEmojiCode, type NamedEmoji } from '#areas/emoji/require-emoji.ts'
import { audienceOfMessages } from '#areas/messages/audience.ts'
import { requireMessage } from '#areas/messages/require-message.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { ReactionRow } from '#model/message-parts.ts'
import type { UserRecord } from '#model/records.ts'
import { badRequest, Refusal } from '#model/refusal.ts'
import { settleAll } from '#model/settle-all.ts'
import type { Tx } from '#store/log/tx.ts'
import { deleteReaction, reactionsToOne } from '#store/messages/reactions.ts'
import { presentReaction } from './present.ts'

/** Takes back a user's reaction, under whatever name it was made. */
export async function removeReaction(
  tx: Tx,
  directory: OrganizationDirectory,
  user: UserRecord,
  messageId: number,
  named: Partial<NamedEmoji>,
): Promise<void> {
  if (named.emoji_name === undefined && named.emoji_code === undefined) {
    throw badRequest('At least one of the following arguments must be present: emoji_name, emoji_code')
  }
  const [message, all] = await settleAll([
    requireMessage(tx, directory, user, messageId),
    tx.find(reactionsToOne, messageId),
  ])
  const own = all.filter((row) => row.user_id === user.id)
  const reaction = findReaction(directory, own, named)
  if (!reaction) throw new Refusal('REACTION_DOES_NOT_EXIST', "Reaction doesn't exist.")
  const audience = await audienceOfMessages(tx, directory, message, [message.id], user.id)
  await deleteReaction(tx, reaction)
  tx.emit(
    { type: 'reaction', op: 'remove', ...presentReaction(reaction, false), message_id: messageId },
    audience,
  )
}

/** Finds the reaction that is meant; undefined if the user did not react with it. Refuses an unknown emoji. */
function findReaction(
  directory: OrganizationDirectory,
  own: readonly ReactionRow[],
  { emoji_name: name, emoji_code: code, reaction_type }: Partial<NamedEmoji>,
): ReactionRow | undefined {
  const type = reaction_type && emojiTypeFrom(reaction_type)
  const candidates = own.filter((row) => type === undefined || row.type === type)
  if (code !== undefined) {
    const found = candidates.filter((row) => row.code === code)
    if (found.length === 0 && !isEmojiCode(directory, code, type)) throw badRequest('Invalid emoji code.')
    return found.find((row) => row.name === name) ?? found[0]
  }
  const emoji = name === undefined ? undefined : emojiByName(directory, name)
  const found =
    candidates.find((row) => row.code === emoji?.code && row.type === emoji.type) ??
    candidates.find((row) => row.name === name)
  if (!found && !emoji) throw badRequest(`Emoji '${name}' does not exist`)
  return found
}
