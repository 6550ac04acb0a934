import { emojiTypeFor } from '#areas/emoji/require-emoji.ts'
import type { Shaper } from '#events/shaper.ts'

/** Shapes reactions: the emoji's namespace has the name that the client knows. */
export const reactionShaper: Shaper<'reaction'> = {
  type: 'reaction',
  shape(body, { wantsLegacyEmojiType }) {
    const reaction_type = emojiTypeFor(body.reaction_type, wantsLegacyEmojiType)
    return { key: reaction_type, shared: () => ({ ...body, reaction_type }) }
  },
}
