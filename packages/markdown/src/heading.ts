import type { BlockRule } from './block-parser.ts'
import { append, element } from './block.ts'

const heading = /(?:^|\n)(#{1,6}) ([^\n]*)(?:\n|$)/

/** `# Heading` to `###### Heading` on a line of its own; at least one space after the signs. */
export const parseHeading: BlockRule = (parent, pieces, mode, parser) => {
  const text = pieces[0] as string
  if (!text.includes('# ')) return false
  const match = heading.exec(text)
  if (match === null) return false
  pieces.shift()
  const before = text.slice(0, match.index)
  if (before !== '') parser.parse(parent, [before], mode)
  append(parent, element(`h${match[1]!.length}`, withoutClosingSigns(match[2]!)))
  const after = text.slice(match.index + match[0].length)
  if (after !== '') pieces.unshift(after)
  return true
}

/** Removes the closing signs of `# Heading ##`. */
function withoutClosingSigns(title: string): string {
  let end = title.length
  while (title[end - 1] === '#') end--
  return title.slice(0, end).trim()
}
