import { type EmojiType, type NamedEmoji, emojiTypeFrom, resolveEmoji } from '#areas/emoji/require-emoji.ts'
import { audienceOfMessages } from '#areas/messages/audience.ts'
import { requireMessage } from '#areas/messages/require-message.ts'
import { takePart } from '#areas/user-topics/take-part.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { UserRecord } from '#model/records.ts'
import { Refusal } from '#model/refusal.ts'
import { settleAll } from '#model/settle-all.ts'
import type { Tx } from '#store/log/tx.ts'
import { insertReaction, reactionsToOne } from '#store/messages/reactions.ts'
import { presentReaction } from './present.ts'

/** Adds a user's reaction to a message that they may read. */
export async function addReaction(
  tx: Tx,
  directory: OrganizationDirectory,
  user: UserRecord,
  messageId: number,
  named: NamedEmoji,
): Promise<void> {
  const [message, others] = await settleAll([
    requireMessage(tx, directory, user, messageId),
    tx.find(reactionsToOne, messageId),
  ])
  const type: EmojiType | undefined = named.reaction_type && emojiTypeFrom(named.reaction_type)
  // Joining a reaction keeps the name it has there, and works even if its emoji is deactivated.
  const joined =
    others.find((row) => row.code === named.emoji_code && row.type === type) ??
    resolved(resolveEmoji(directory, named))
  const reaction = {
    message_id: messageId,
    user_id: user.id,
    type: joined.type,
    code: joined.code,
    name: joined.name,
  }
  if (others.some((row) => row.user_id === user.id && row.code === joined.code && row.type === joined.type))
    throw new Refusal('REACTION_ALREADY_EXISTS', 'Reaction already exists.')
  const audience = await audienceOfMessages(tx, directory, message, [message.id], user.id)
  await insertReaction(tx, reaction)
  tx.emit(
    { type: 'reaction', op: 'add', ...presentReaction(reaction, false), message_id: messageId },
    audience,
  )
  await takePart(tx, directory, user, message)

  function resolved(emoji: ReturnType<typeof resolveEmoji>) {
    return others.find((row) => row.code === emoji.code && row.type === emoji.type) ?? emoji
  }
}
