import { append, element, type Block } from './block.ts'
import { parseIndentedCode } from './code-block.ts'
import { parseHeading } from './heading.ts'
import { itemAt, parseIndentedItem, parseList } from './list.ts'
import { parseQuote } from './quote.ts'
import { parseRule } from './rule.ts'
import { parseTable } from './table.ts'

/** A piece of text between blank lines, or a fenced block that is made already, with the columns it is indented by. */
export type Piece = string | { readonly block: Block; readonly indent: number }

/** Where the parser is: what contains the pieces decides what a paragraph becomes. */
export type Mode = 'normal' | 'list' | 'loose-list' | 'detabbed' | 'quote'

export interface Parser {
  /** Turns pieces into children of `parent`. */
  parse(parent: Block, pieces: Piece[], mode: Mode): void
  /** Splits text at blank lines and parses the pieces. */
  parseText(parent: Block, text: string, mode: Mode): void
}

/** A block construct: takes the first piece if it is its own and says so. Pieces it does not use up it puts back. */
export type BlockRule = (parent: Block, pieces: Piece[], mode: Mode, parser: Parser) => boolean

const rules: readonly BlockRule[] = [
  skipBlank,
  parseIndentedItem,
  parseIndentedCode,
  parseHeading,
  parseTable,
  parseRule,
  parseList,
  parseQuote,
]

/** Elements deeper than this are not opened; their text becomes paragraphs. */
const maxDepth = 60

/** Parses the blocks of a message (or of a quote or spoiler in it) below `root`. */
export function parseBlocks(root: Block, pieces: Piece[]): void {
  let depth = 0
  const parser: Parser = {
    parse(parent, remaining, mode) {
      depth++
      while (remaining.length > 0) {
        const first = remaining[0]!
        if (typeof first !== 'string') {
          append(itemAt(parent, first.indent), first.block)
          remaining.shift()
        } else if (depth > maxDepth || !rules.some((rule) => rule(parent, remaining, mode, parser))) {
          addParagraph(parent, remaining.shift() as string, mode)
        }
      }
      depth--
    },
    parseText(parent, text, mode) {
      parser.parse(parent, text.split('\n\n'), mode)
    },
  }
  parser.parse(root, pieces, 'normal')
}

function skipBlank(parent: Block, pieces: Piece[]): boolean {
  const text = pieces[0] as string
  if (text !== '' && !text.startsWith('\n')) return false
  const rest = text.slice(1)
  if (rest === '') pieces.shift()
  else pieces[0] = rest
  const previous = parent.children.at(-1)
  if (previous?.tag === 'pre') previous.text += text === '' ? '\n\n' : '\n'
  return true
}

/** Text that is nothing else. In a tight list it belongs to the item itself. */
function addParagraph(parent: Block, text: string, mode: Mode): void {
  if (text.trim() === '') return
  const trimmed = text.trimStart()
  if (mode !== 'list') {
    append(parent, element('p', trimmed))
    return
  }
  const previous = parent.children.at(-1)
  if (previous !== undefined) previous.tail += `\n${text}`
  else parent.text = parent.text === '' ? trimmed : `${parent.text}\n${trimmed}`
}
