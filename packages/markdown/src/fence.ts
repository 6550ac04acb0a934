/** A fenced block, or the lines between fenced blocks. */
export type Segment = TextSegment | VerbatimSegment | ContainerSegment

export interface TextSegment {
  readonly kind: 'text'
  readonly text: string
}

interface Fenced {
  /** Columns of the fence's indentation. Above 0 only inside a list item. */
  readonly indent: number
}

/** A block without Markdown. `language` is the word after the fence, or "". */
export interface VerbatimSegment extends Fenced {
  readonly kind: 'code' | 'math'
  readonly language: string
  readonly text: string
}

/** A block with Markdown. `header` is the text after the word `spoiler`. */
export interface ContainerSegment extends Fenced {
  readonly kind: 'quote' | 'spoiler'
  readonly header: string
  readonly segments: readonly Segment[]
}

interface OpenBlock extends Fenced {
  readonly kind: 'outer' | 'code' | 'math' | 'quote' | 'spoiler'
  readonly fence: string
  readonly language: string
  readonly header: string
  /** Columns to remove from the start of each line inside. */
  readonly margin: number
  readonly segments: Segment[]
  lines: string[]
  /** Indentation of the list item that the next line may belong to, or null outside lists. */
  item: number | null
}

/** The first line of a fenced block: indentation, fence, language and header. */
export const openingFence = /^( *)(~{3,}|`{3,}) *(?:\{?\.?([a-zA-Z0-9_+\-./#]+) *([^ ~`][^~`]*)?\}?)?$/
const listItem = /^( *)(?:[*+-]|\d+\.) /

/** The depth to which quotes and spoilers nest. A deeper fence is text. */
const maxDepth = 20

/**
 * Splits a message at its fenced blocks. A fence is three or more backticks or tildes at the start of a line, or
 * indented as part of a list item. The same fence closes it, or else the end of the block around it. Quotes and
 * spoilers can contain fenced blocks, code and math cannot.
 */
export function splitFences(text: string, defaultLanguage: string): Segment[] {
  const outer = openBlock({ kind: 'outer', indent: 0, fence: '', language: '', header: '' }, 0)
  const stack = [outer]
  for (const fullLine of text.split('\n')) {
    const block = stack.at(-1)!
    const line = withoutMargin(fullLine, block.margin)
    const trimmed = line.trimEnd()
    if (block.kind !== 'outer' && trimmed === block.fence) {
      closeBlock(stack)
      continue
    }
    const verbatim = block.kind === 'code' || block.kind === 'math'
    const fence = verbatim || stack.length > maxDepth ? null : openingFence.exec(trimmed)
    if (fence === null || !mayOpen(fence[1]?.length ?? 0, block.item)) {
      block.lines.push(verbatim ? trimmed : line)
      if (!verbatim) followList(block, line)
      continue
    }
    flush(block)
    const [, spaces = '', marks = '', language = defaultLanguage, header = ''] = fence
    const indent = spaces.length
    stack.push(openBlock({ kind: kindOf(language), indent, fence: marks, language, header }, block.margin))
  }
  while (stack.length > 1) closeBlock(stack)
  flush(outer)
  return outer.segments
}

/** The kind of block that the word after a fence begins. */
export function kindOf(language: string): OpenBlock['kind'] {
  const word = language.toLowerCase()
  if (word === 'quote' || word === 'quoted') return 'quote'
  return word === 'math' || word === 'spoiler' ? word : 'code'
}

function mayOpen(indent: number, item: number | null): boolean {
  return indent === 0 || (indent >= 2 && item !== null && indent > item)
}

/** Follows the list that a line continues, begins or ends. */
function followList(block: OpenBlock, line: string): void {
  const item = listItem.exec(line)
  if (item !== null) block.item = item[1]!.length
  else if (/^\S/.test(line) && (block.lines.at(-2)?.trim() ?? '') === '') block.item = null
}

function withoutMargin(line: string, margin: number): string {
  let start = 0
  while (start < margin && line[start] === ' ') start++
  return line.slice(start)
}

type Opening = Pick<OpenBlock, 'kind' | 'indent' | 'fence' | 'language' | 'header'>

function openBlock(opening: Opening, outerMargin: number): OpenBlock {
  return { ...opening, margin: outerMargin + opening.indent, segments: [], lines: [], item: null }
}

function flush(block: OpenBlock): void {
  if (block.lines.length > 0) block.segments.push({ kind: 'text', text: block.lines.join('\n') })
  block.lines = []
}

/** Closes the innermost block. A block without lines leaves no segment. */
function closeBlock(stack: OpenBlock[]): void {
  const block = stack.pop()!
  const { kind, indent, language, header, segments, lines } = block
  const target = stack.at(-1)!.segments
  if (kind === 'quote' || kind === 'spoiler') {
    flush(block)
    if (segments.length > 0) target.push({ kind, indent, header, segments })
  } else if (kind !== 'outer' && lines.length > 0) {
    target.push({ kind, indent, language, text: lines.join('\n') })
  }
}
