/**
 * Returns the character of an emoji's code, or undefined for what is no code: `1f1e9-1f1f0` is a flag. Signs that may also stand
 * as text, as `2764` and the keys `0031-20e3`, get the selector that asks for a picture.
 */
export function characterOf(code: string): string | undefined {
  const points = code
    .split('-')
    .map((part) => (/^[0-9a-f]{1,6}$/.test(part) ? Number.parseInt(part, 16) : Number.NaN))
  if (!points.every((point) => point <= 0x10_ff_ff)) return undefined
  const [first = '', ...more] = points.map((point) => String.fromCodePoint(point))
  const isKey = more.length === 1 && more[0] === '\u20E3'
  const isPicture = /^\p{Emoji_Presentation}$/u.test(first)
  return isKey || (more.length === 0 && !isPicture)
    ? [first, '\uFE0F', ...more].join('')
    : first + more.join('')
}
