import type { BlockRule } from './block-parser.ts'
import { append, element } from './block.ts'

const heading = /(?:^|\n)(#{1,6})\s((?:\\.|[^\\])*?)#*(?:\n|$)/

/** `# Heading` to `###### Heading` on a line of its own; at least one space after the signs. */
export const parseHeading: BlockRule = (parent, pieces, mode, parser) => {
  const text = pieces[0] as string
  if (!text.includes('#')) return false
  const match = heading.exec(text)
  if (match === null) return false
  pieces.shift()
  const before = text.slice(0, match.index)
  if (before !== '') parser.parse(parent, [before], mode)
  append(parent, element(`h${match[1]!.length}`, match[2]!.trim()))
  const after = text.slice(match.index + match[0].length)
  if (after !== '') pieces.unshift(after)
  return true
}
