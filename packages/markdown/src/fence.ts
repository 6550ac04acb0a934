/** A fenced block, or the lines between fenced blocks. */
export type Segment =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'code' | 'math'; readonly language: string; readonly text: string }
  | { readonly kind: 'quote'; readonly segments: readonly Segment[] }
  | { readonly kind: 'spoiler'; readonly header: string; readonly segments: readonly Segment[] }

interface OpenBlock {
  readonly fence: string
  readonly kind: 'outer' | 'code' | 'math' | 'quote' | 'spoiler'
  readonly language: string
  readonly header: string
  readonly segments: Segment[]
  lines: string[]
}

const opening = /^(~{3,}|`{3,}) *(?:\{?\.?([a-zA-Z0-9_+\-./#]+) *([^ ~`][^~`]*)?\}?)?$/

/** How deep quotes and spoilers may nest; a fence below that is plain text. */
const maxDepth = 20

/**
 * Splits a message at its fenced blocks. A fence is three or more backticks or tildes at the start of a line, closed by
 * exactly the same fence or by the end of what contains it. Quotes and spoilers contain further fenced blocks, code and
 * math do not.
 */
export function splitFences(text: string, defaultLanguage: string): Segment[] {
  const stack: OpenBlock[] = [openBlock('', 'outer', '', '')]
  for (const line of text.split('\n')) {
    const block = stack.at(-1)!
    const trimmed = line.trimEnd()
    if (block.kind !== 'outer' && trimmed === block.fence) {
      closeBlock(stack)
      continue
    }
    const verbatim = block.kind === 'code' || block.kind === 'math'
    const fence = verbatim || stack.length > maxDepth ? null : opening.exec(line)
    if (fence === null) {
      block.lines.push(verbatim ? trimmed : line)
      continue
    }
    flush(block)
    const language = fence[2] ?? defaultLanguage
    stack.push(openBlock(fence[1]!, kindOf(language), language, fence[3] ?? ''))
  }
  while (stack.length > 1) closeBlock(stack)
  const outer = stack[0]!
  flush(outer)
  return outer.segments
}

function kindOf(language: string): OpenBlock['kind'] {
  const word = language.toLowerCase()
  if (word === 'quote' || word === 'quoted') return 'quote'
  return word === 'math' || word === 'spoiler' ? word : 'code'
}

function openBlock(fence: string, kind: OpenBlock['kind'], language: string, header: string): OpenBlock {
  return { fence, kind, language, header, segments: [], lines: [] }
}

function flush(block: OpenBlock): void {
  if (block.lines.length > 0) block.segments.push({ kind: 'text', text: block.lines.join('\n') })
  block.lines = []
}

/** Closes the innermost block. One without any line leaves nothing behind. */
function closeBlock(stack: OpenBlock[]): void {
  const { kind, lines, language, header, segments, ...rest } = stack.pop()!
  const target = stack.at(-1)!.segments
  if (kind === 'quote' || kind === 'spoiler') {
    flush({ kind, lines, language, header, segments, ...rest })
    if (segments.length > 0) target.push({ kind, header, segments })
  } else if (kind !== 'outer' && lines.length > 0) {
    target.push({ kind, language, text: lines.join('\n') })
  }
}
