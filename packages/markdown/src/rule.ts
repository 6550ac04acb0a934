import type { BlockRule } from './block-parser.ts'
import { append, element } from './block.ts'
import { trimNewlines } from './lines.ts'

const horizontalRule = /^ {0,3}(?:-(?: {0,2}-){2,}|_(?: {0,2}_){2,}|\*(?: {0,2}\*){2,}) *$/m

/** A line of three or more `-`, `_` or `*`: a horizontal rule. */
export const parseRule: BlockRule = (parent, pieces, mode, parser) => {
  const text = pieces[0] as string
  const match = horizontalRule.exec(text)
  if (match === null) return false
  pieces.shift()
  const before = trimNewlines(text.slice(0, match.index))
  if (before !== '') parser.parse(parent, [before], mode)
  append(parent, element('hr'))
  const after = trimNewlines(text.slice(match.index + match[0].length))
  if (after !== '') pieces.unshift(after)
  return true
}
