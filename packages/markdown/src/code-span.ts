import { escapeLiteral } from './html.ts'
import type { Rendering } from './rendering.ts'

/**
 * `` `code` `` between two runs of equally many backticks. Spaces inside are kept. A backslash before the opening run
 * turns it into text, unless that backslash is escaped itself.
 */
export function renderCodeSpans(text: string, rendering: Rendering): string {
  const start = text.indexOf('`')
  if (start < 0) return text
  const runs = backtickRuns(text, start)
  const closers = nextOfSameLength(runs)
  let html = ''
  let done = 0
  for (let i = 0; i < runs.length; i++) {
    const run = runs[i]!
    const closer = closers[i]
    if (closer === undefined || isEscaped(text, run.start)) continue
    const end = runs[closer]!
    html += text.slice(done, run.start)
    const code = text.slice(run.start + run.length, end.start)
    html += rendering.put(`<code>${rendering.restore(escapeLiteral(code))}</code>`)
    done = end.start + end.length
    i = closer
  }
  return html + text.slice(done)
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
