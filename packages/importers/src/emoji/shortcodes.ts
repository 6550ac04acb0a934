import table from './shortcodes.json' with { type: 'json' }

const codes = new Map<string, string>()
for (const [code, names] of Object.entries<string>(table))
  for (const name of names.split(' ')) codes.set(name, code)

/**
 * Returns the code of a Unicode emoji by a name that other services use: its code points in small hexadecimal letters,
 * joined by dashes. A skin tone after the name is left out: `+1::skin-tone-3` is `1f44d`.
 */
export const shortcodeCode = (name: string): string | undefined =>
  codes.get(name.replace(/::skin-tone-\d$/, ''))

/** Returns the characters of an emoji by its code, with the selector that asks for a picture. */
export function emojiCharacters(code: string): string {
  const points = code.split('-').map((point) => Number.parseInt(point, 16))
  const characters = String.fromCodePoint(...points)
  return points.length === 1 && !/^\p{Emoji_Presentation}$/u.test(characters)
    ? `${characters}\uFE0F`
    : characters
}
