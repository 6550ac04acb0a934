import type { Reaction } from '@tagma/contract/objects/message.ts'
import { type EmojiType, emojiTypeFor } from '#areas/emoji/require-emoji.ts'
import type { ReactionRow } from '#store/messages/reactions.ts'

/** A reaction as messages carry it; its namespace is called as the client knows it. */
export function presentReaction(row: Omit<ReactionRow, 'id'>, wantsLegacyEmojiType: boolean): Reaction {
  return {
    emoji_name: row.name,
    emoji_code: row.code,
    reaction_type: emojiTypeFor(row.type as EmojiType, wantsLegacyEmojiType),
    user_id: row.user_id,
  }
}
