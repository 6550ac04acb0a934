import type { Reaction } from '@tagma/contract/objects/message.ts'
import { type EmojiType, emojiTypeFor } from '#areas/emoji/require-emoji.ts'
import type { ReactionRow } from '#model/message-parts.ts'

/** Presents a reaction inside a message, with the name of its namespace that the client knows. */
export function presentReaction(row: Omit<ReactionRow, 'id'>, wantsLegacyEmojiType: boolean): Reaction {
  return {
    emoji_name: row.name,
    emoji_code: row.code,
    reaction_type: emojiTypeFor(row.type as EmojiType, wantsLegacyEmojiType),
    user_id: row.user_id,
  }
}
