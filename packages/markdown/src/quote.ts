import type { BlockRule } from './block-parser.ts'
import { append, element } from './block.ts'

const quote = /(?:^|\n)(?!(?: {0,3}>\s*(?:$|\n))*(?:$|\n)) {0,3}> ?/
const marker = /^ {0,3}> ?/

/**
 * `> quoted`: from the first marked line to the next blank line, marked or not. A blank line ends the quote, so two
 * quotes with one between them stay two.
 */
export const parseQuote: BlockRule = (parent, pieces, mode, parser) => {
  const text = pieces[0] as string
  if (!text.includes('>')) return false
  const match = quote.exec(text)
  if (match === null) return false
  pieces.shift()
  parser.parse(parent, [text.slice(0, match.index)], mode)
  const inside = text
    .slice(match.index)
    .split('\n')
    .map((line) => (line.trim() === '>' ? '' : line.replace(marker, '')))
    .join('\n')
  parser.parseText(append(parent, element('blockquote')), inside, 'quote')
  return true
}
