import { emojiTypeFor, type EmojiType } from '#areas/emoji/require-emoji.ts'
import type { Shaper } from '#events/shaper.ts'

/** Shapes reactions: the emoji's namespace has the name that the client knows. */
export const reactionShaper: Shaper = {
  type: 'reaction',
  shape(body, { wantsLegacyEmojiType }) {
    const reaction_type = emojiTypeFor(body.reaction_type as EmojiType, wantsLegacyEmojiType)
    return { key: reaction_type, shared: () => ({ ...body, reaction_type }) }
  },
}
