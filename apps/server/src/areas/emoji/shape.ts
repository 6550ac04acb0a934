import type { Shaper } from '#events/shaper.ts'
import { presentAllCustomEmoji } from './present.ts'

/** Shapes changes of custom emoji: clients that do not know changes of single emoji get the whole list. */
export const customEmojiShaper: Shaper<'realm_emoji'> = {
  type: 'realm_emoji',
  shape(body, viewer, _prepared, directory) {
    return viewer.capabilities.individual_emoji_changes
      ? { key: 'one', shared: () => body }
      : {
          key: 'all',
          shared: () => ({
            type: 'realm_emoji',
            op: 'update',
            realm_emoji: presentAllCustomEmoji(directory),
          }),
        }
  },
}
