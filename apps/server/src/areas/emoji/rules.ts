import { emojiCode, extraEmoji } from '@tagma/markdown/emoji-names.ts'

/** Turns typed text into the name of a custom emoji. */
export const emojiNameFrom = (typed: string) => typed.trim().toLowerCase().replaceAll(' ', '_')

/** Returns what is wrong with the name of a custom emoji, or undefined. */
export function emojiNameProblem(name: string): string | undefined {
  if (name === '') return 'Emoji name is missing'
  if (name.length > 100) return 'Emoji name is too long (limit: 100 characters)'
  if (!/^[0-9a-z_-]+$/.test(name))
    return 'Emoji names must contain only lowercase English letters, digits, dashes, and underscores.'
  return /[0-9a-z]$/.test(name) ? undefined : 'Emoji names must end with either a letter or digit.'
}

/** Tells whether a name belongs to a built-in emoji. */
export const isBuiltInName = (name: string) => name === extraEmoji.name || emojiCode(name) !== undefined
