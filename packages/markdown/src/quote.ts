import type { BlockRule } from './block-parser.ts'
import { append, element } from './block.ts'

const marker = /^ {0,3}> ?/
const emptyLine = /^ {0,3}>\s*$/

/**
 * `> quoted`: from the first marked line to the next blank line. Lines between need no mark. A blank line ends the
 * quote, so two quotes with a blank line between them stay two. Markers at the end with nothing after them are text.
 */
export const parseQuote: BlockRule = (parent, pieces, mode, parser) => {
  const text = pieces[0] as string
  if (!text.includes('>')) return false
  const lines = text.split('\n')
  const start = lines.findIndex((line) => marker.test(line))
  if (start < 0 || start > lines.findLastIndex((line) => !emptyLine.test(line))) return false
  pieces.shift()
  if (start > 0) parser.parse(parent, [lines.slice(0, start).join('\n')], mode)
  const inside = lines.slice(start).map((line) => (emptyLine.test(line) ? '' : line.replace(marker, '')))
  parser.parseText(append(parent, element('blockquote')), inside.join('\n'), 'quote')
  return true
}
