import { escapeLiteral } from './html.ts'
import type { Rendering } from './rendering.ts'

/**
 * `` `code` `` between two runs of equally many backticks. Spaces inside are kept. A backslash before the opening run
 * turns it into text, unless that backslash is escaped itself.
 */
export function renderCodeSpans(text: string, rendering: Rendering): string {
  let html = ''
  let done = 0
  for (const { start, end, marks } of codeSpans(text)) {
    html += text.slice(done, start)
    const code = text.slice(start + marks, end - marks)
    html += rendering.put(`<code>${rendering.restore(escapeLiteral(code))}</code>`)
    done = end
  }
  return html + text.slice(done)
}

/** A code span with its backticks, of which there are `marks` on each side. */
interface CodeSpan {
  readonly start: number
  readonly end: number
  readonly marks: number
}

/** The code spans of a text, in their order. */
export function codeSpans(text: string): CodeSpan[] {
  const first = text.indexOf('`')
  if (first < 0) return []
  const runs = backtickRuns(text, first)
  const closers = nextOfSameLength(runs)
  const spans: CodeSpan[] = []
  for (let i = 0; i < runs.length; i++) {
    const run = runs[i]!
    const closer = closers[i]
    if (closer === undefined || isEscaped(text, run.start)) continue
    const end = runs[closer]!
    spans.push({ start: run.start, end: end.start + end.length, marks: run.length })
    i = closer
  }
  return spans
}

interface Run {
  readonly start: number
  readonly length: number
}

function backtickRuns(text: string, first: number): Run[] {
  const runs: Run[] = []
  for (let start = first; start >= 0;) {
    let end = start + 1
    while (text[end] === '`') end++
    runs.push({ start, length: end - start })
    start = text.indexOf('`', end)
  }
  return runs
}

/** Returns, for each run, the index of the next run of the same length. */
function nextOfSameLength(runs: readonly Run[]): (number | undefined)[] {
  const latest = new Map<number, number>()
  const next: (number | undefined)[] = Array.from({ length: runs.length })
  for (let i = runs.length - 1; i >= 0; i--) {
    const { length } = runs[i]!
    next[i] = latest.get(length)
    latest.set(length, i)
  }
  return next
}

function isEscaped(text: string, position: number): boolean {
  let backslashes = 0
  while (text[position - 1 - backslashes] === '\\') backslashes++
  return backslashes % 2 === 1
}
