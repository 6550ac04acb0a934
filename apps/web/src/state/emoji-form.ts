import type { Known } from './known.ts'

/** The form in which a reader sees emoji: as pictures, or as their names, `:tada:`. */
export type EmojiForm = 'pictures' | 'names'

export const emojiFormOf = ({ state }: Known): EmojiForm =>
  state?.user_settings?.emojiset === 'text' ? 'names' : 'pictures'
