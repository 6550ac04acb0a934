import { emojiTypeFor } from '#areas/emoji/require-emoji.ts'
import { hiddenFrom } from '#areas/users/audience.ts'
import type { Shaper } from '#events/shaper.ts'

/** Shapes a changed status: only for viewers who may see the user. */
export const statusShaper: Shaper<'user_status', ReadonlySet<number>> = {
  type: 'user_status',
  prepare: (db, directory, rows) =>
    hiddenFrom(
      db,
      directory,
      rows.map((row) => row.body.user_id),
    ),
  shape(body, viewer, hidden) {
    if (hidden.has(viewer.user.id)) return undefined
    const { reaction_type: type } = body
    if (type === undefined || type === '') return { key: '', shared: () => body }
    const reaction_type = emojiTypeFor(type, viewer.wantsLegacyEmojiType)
    return { key: reaction_type, shared: () => ({ ...body, reaction_type }) }
  },
}
