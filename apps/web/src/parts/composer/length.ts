/** How far from the end of the room the count begins to show, in code points. */
const nearEnd = 500

/** Returns the number of code points, as the server counts. */
export function lengthOf(text: string): number {
  let length = text.length
  for (let index = 0; index < text.length; index++) if (isPair(text, index)) length--
  return length
}

const isPair = (text: string, index: number) =>
  text.charCodeAt(index) >= 0xd800 &&
  text.charCodeAt(index) <= 0xdbff &&
  text.charCodeAt(index + 1) >= 0xdc00 &&
  text.charCodeAt(index + 1) <= 0xdfff

/**
 * Returns the code points that still fit, or undefined while there is plenty of room. Negative if the text is too long.
 * Spaces at both ends do not count: the server takes them away.
 */
export function roomLeft(text: string, most: number): number | undefined {
  // Most texts need no counting: a code point takes one or two units.
  if (text.length < most - nearEnd) return undefined
  const left = most - lengthOf(text.trim())
  return left <= nearEnd ? left : undefined
}
