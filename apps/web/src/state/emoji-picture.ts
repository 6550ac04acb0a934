import type { State } from '@tagma/sync/state.ts'

/** The only built-in emoji that is a picture, `:zulip:`: the `extraEmoji` of the renderer. Its code is its name. */
const extraCode = 'zulip'
const extraUrl = '/static/generated/emoji/images/emoji/unicode/zulip.png'

/** Returns the address of the picture of an emoji that no device draws as a character, or undefined. */
export const emojiPicture = (own: State['realm_emoji'], code: string): string | undefined =>
  own?.[code]?.source_url ?? (code === extraCode ? extraUrl : undefined)
