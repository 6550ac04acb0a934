import { messageHtml } from './block-html.ts'
import { parseBlocks, type Piece } from './block-parser.ts'
import { element, finishedBlock, type Block } from './block.ts'
import { codeGrammar, fencedCodeHtml } from './code-block.ts'
import type { Facts } from './facts.ts'
import { splitFences, type Segment, type VerbatimSegment } from './fence.ts'
import { Highlighter } from './highlight.ts'
import { tidyLines, trimNewlines } from './lines.ts'
import { separateLists } from './list.ts'
import type { Lookups } from './lookups.ts'
import { MathSetter, mathBlockHtml, mayHoldMath } from './math.ts'
import { Rendering, normalizeText } from './rendering.ts'
import { parseWidget, type Widget } from './widget.ts'

/** A rendered message. */
export interface Rendered {
  /** Safe, well-formed HTML; "" for text without content. */
  readonly html: string
  readonly facts: Facts
  /** The poll or to-do list that the message is, else null. Its content is the first submessage. */
  readonly widget: Widget | null
}

/**
 * Renders a message's text (Unicode, any length; the caller enforces its limit) in the Markdown dialect of the API's
 * `message-formatting` page at feature level 507. Never fails on any text; what is not understood stays text. Time and
 * memory grow linearly with the text. Asynchronous because mathematics and code highlighting are loaded when first used.
 */
export async function render(text: string, lookups: Lookups): Promise<Rendered> {
  const source = normalizeText(text)
  const segments = splitFences(source, lookups.options.defaultCodeLanguage)
  const rendering = await startRendering(source, segments, lookups)
  const root = element('root')
  parseBlocks(root, toPieces(segments, rendering))
  const html = messageHtml(root, rendering)
  const isMeMessage = source.startsWith('/me ') && html.startsWith('<p>') && html.endsWith('</p>')
  const facts = rendering.facts.facts({
    alertedUserIds: lookups.alertWords?.find(source) ?? [],
    isMeMessage,
  })
  return { html, facts, widget: parseWidget(text) }
}

/** Loads what the message needs and other messages don't. */
async function startRendering(
  source: string,
  segments: readonly Segment[],
  lookups: Lookups,
): Promise<Rendering> {
  const verbatim = verbatimSegments(segments)
  const hasMath = mayHoldMath(source) || verbatim.some(({ kind }) => kind === 'math')
  const grammars = verbatim.flatMap(({ kind, text, language }) => {
    const grammar = kind === 'code' ? codeGrammar(text, language) : ''
    return grammar === '' ? [] : [grammar]
  })
  const math = hasMath ? await MathSetter.load() : null
  return new Rendering(lookups, math, grammars.length > 0 ? await Highlighter.load(grammars) : null)
}

/** The blocks of code and mathematics, also those inside quotes and spoilers. */
function verbatimSegments(segments: readonly Segment[]): VerbatimSegment[] {
  return segments.flatMap((segment) => {
    if ('segments' in segment) return verbatimSegments(segment.segments)
    return 'language' in segment ? [segment] : []
  })
}

function toPieces(segments: readonly Segment[], rendering: Rendering): Piece[] {
  return segments.flatMap((segment) => piecesOf(segment, rendering))
}

function piecesOf(segment: Segment, rendering: Rendering): Piece[] {
  switch (segment.kind) {
    case 'text':
      return separateLists(trimNewlines(tidyLines(segment.text))).split('\n\n')
    case 'quote': {
      const block = element('blockquote')
      parseBlocks(block, toPieces(segment.segments, rendering))
      return [{ block, indent: segment.indent }]
    }
    case 'spoiler':
      return [{ block: spoiler(segment.header, segment.segments, rendering), indent: segment.indent }]
    case 'math':
    case 'code':
      return [{ block: finishedBlock(verbatimHtml(segment, rendering)), indent: segment.indent }]
  }
}

function verbatimHtml({ kind, text, language }: VerbatimSegment, { math, highlighter }: Rendering): string {
  return kind === 'math' && math !== null
    ? mathBlockHtml(text, math)
    : fencedCodeHtml(text, language, highlighter)
}

function spoiler(header: string, segments: readonly Segment[], rendering: Rendering): Block {
  const head = element('div', '', ' class="spoiler-header"')
  parseBlocks(head, [header])
  const content = element('div', '', ' class="spoiler-content" aria-hidden="true"')
  parseBlocks(content, toPieces(segments, rendering))
  const block = element('spoiler')
  block.children.push(head, content)
  return block
}
