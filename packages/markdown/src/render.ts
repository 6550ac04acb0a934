/*
 * Renders a message: Markdown in, HTML and facts out.
 *
 * Operations, in their order:
 *   normalizeText    makes newlines alike and removes the characters that placeholders are made of
 *   splitFences      takes out the fenced blocks: code, mathematics, quotes, spoilers
 *   startRendering   loads the libraries that these blocks need
 *   parseBlocks      turns the rest into a tree of blocks, one rule for each kind of block (block-parser.ts)
 *   messageHtml      writes the tree; the text of a block passes one step for each inline construct (inline.ts)
 *   facts            returns what the steps have met on their way: mentions, links, uploads
 *
 * Invariants:
 * - HTML comes from a construct or not at all. A step puts its finished HTML away and leaves a placeholder in the text.
 *   At the end the text is escaped and the placeholders are restored. Authors cannot write a placeholder.
 * - Every text renders. Text that no rule or step takes is shown as it was written.
 * - Text and lookups decide the result. Nothing is read from outside, and a name that is not in the lookups stays text.
 * - Formulas and code never hold a mention or a link: inside a line they are placeholders to later steps, and fenced ones
 *   are finished blocks.
 *
 * Cost: a step reads its text a bounded number of times. Constants bound everything that could outgrow the text: nesting
 * (20 fences, 60 blocks), cells of a table, matches of a linkifier, expansions and HTML of formulas, previews, and the
 * length of highlighted code. An ordinary message of 200 bytes takes less than 80 microseconds of CPU. The first formula
 * loads 12 MB; a grammar for highlighting takes up to 1 MB, and at most 24 stay loaded.
 *
 * Not to be done:
 * - Do not render inside a transaction: the first use of a library reads files. Render, then act.
 * - Do not pass names that the sender may not use: the lookups are the permission to mention and to link.
 * - Do not rely on a limit of length here: the caller enforces it before.
 * - Do not use a Rendering for two messages, or write a tree with it twice: it collects facts and previews, and makes each
 *   preview once.
 * - Do not turn fenced blocks into pieces before startRendering: without the libraries, formulas become code.
 */
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
  /** The poll or to-do list that the message is, or null. Its content is the first submessage. */
  readonly widget: Widget | null
}

/**
 * Renders a message's text, of any characters and length, in the Markdown dialect of the API's `message-formatting` page
 * at feature level 507. Never fails on any text. Asynchronous because mathematics and highlighting load at first use.
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

/** Loads the libraries that this message needs. */
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

/** Lists the blocks of code and mathematics, also those inside quotes and spoilers. */
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
