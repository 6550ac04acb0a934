/*
 * Turns pieces of text into a tree of blocks: paragraphs, lists, quotes, tables, headings, rules, indented code. Fenced
 * blocks arrive finished (render.ts); the text of a block is rendered later (inline.ts).
 *
 * Operations:
 *   parseBlocks   parses a message, or the inside of a fenced quote or spoiler
 *   parse         for rules: parses pieces into a block, in a mode
 *   parseText     for rules: the same for text that still has blank lines
 *
 * The rules are tried in order on the first piece, and the first rule that takes it wins. If no rule does, it is a
 * paragraph. The order matters: indented text after a list belongs to an item before it can be code, and `* * *` is a
 * horizontal rule before it can be a list.
 *
 * Modes tell a rule which block surrounds the pieces. Two of them change the result: in `list`, text belongs to the item
 * itself instead of a paragraph; in `detabbed`, the indentation has been removed, so it names no item again.
 *
 * Invariants:
 * - A rule that returns false has changed nothing.
 * - A rule that returns true has removed the first piece. It may put back a shorter rest. So the loop ends.
 * - A rule sees text as its first piece. A finished block is appended without asking the rules: its indentation names the
 *   list item that it belongs to.
 * - The last child of a parent is the only one that still changes: lists and indented code continue it.
 *
 * Cost: a rule reads its piece a bounded number of times. A nested call reads the inside again; 60 calls deep, no rule is
 * tried any more and the rest becomes paragraphs. That bounds both the time and the stack.
 *
 * Not to be done:
 * - Do not keep `pieces` after a call of `parse`: it empties the list.
 * - Do not call `parse` with the text and the mode that a rule was given: it would take them again.
 * - Do not append to a block that has a later sibling.
 */
import { append, element, type Block } from './block.ts'
import { parseIndentedCode } from './code-block.ts'
import { parseHeading } from './heading.ts'
import { itemAt, parseIndentedItem, parseList } from './list.ts'
import { parseQuote } from './quote.ts'
import { parseRule } from './rule.ts'
import { parseTable } from './table.ts'

/** A piece of text between blank lines, or a finished fenced block with the columns of its indentation. */
export type Piece = string | { readonly block: Block; readonly indent: number }

/** The kind of block around the pieces. It decides what text without other markup becomes. */
export type Mode = 'normal' | 'list' | 'loose-list' | 'detabbed' | 'quote'

export interface Parser {
  /** Turns pieces into children of `parent`. Empties `pieces`. */
  parse(parent: Block, pieces: Piece[], mode: Mode): void
  /** Splits text at blank lines and parses the pieces. */
  parseText(parent: Block, text: string, mode: Mode): void
}

/**
 * Parses one kind of block. Returns false without a change if the first piece is of another kind; otherwise takes that
 * piece, puts its unused rest back and returns true. The first piece is always text.
 */
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

/** Deeper elements are not opened: their text becomes paragraphs. */
const maxDepth = 60

/** Parses the blocks of a message, a quote or a spoiler, and appends them to `root`. */
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

/** Adds text that no rule takes. In a tight list it belongs to the item itself. */
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
