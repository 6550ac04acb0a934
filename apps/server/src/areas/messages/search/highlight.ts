import type { Query, SoughtWord } from './query.ts'
import { stemsOf } from './stems.ts'
import { fold, lower, remembered, type Run, runsOf } from './words.ts'

/** A message's HTML with the words searched for marked; tags stay as they are. */
export function highlightHtml(html: string, query: Query): string {
  if (query.words.length === 0) return html
  return html
    .split(/(<[^>]*>)/)
    .map((part) => (part.startsWith('<') ? part : markWords(part, query)))
    .join('')
}

/** A text as HTML with the words searched for marked. */
export function highlightText(text: string, query: Query): string {
  const escaped = text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#x27;')
  return query.words.length === 0 ? escaped : markWords(escaped, query)
}

/** Marks words in escaped text; references such as `&amp;` are no words. */
function markWords(text: string, query: Query): string {
  return text
    .split(/(&[#\w]+;)/)
    .map((part) => {
      if (/^&[#\w]+;$/.test(part)) return part
      let html = ''
      let done = 0
      for (const run of runsOf(part)) {
        const match = query.words.map((word) => matchIn(run, word)).find((found) => found !== undefined)
        if (!match) continue
        const start = run.start + match.start
        html += `${part.slice(done, start)}<span class="highlight">${part.slice(start, run.start + match.end)}</span>`
        done = run.start + match.end
      }
      return html + part.slice(done)
    })
    .join('')
}

const folded = remembered((text) => fold(lower(text)))
const foldedStems = remembered((text) => stemsOf(lower(text)).map(fold))

/** What of a run a word searched for matches. */
function matchIn(run: Run, sought: SoughtWord): { start: number; end: number } | undefined {
  const word = run.isUnspaced ? lower(run.text) : folded(run.text)
  const whole = { start: 0, end: run.text.length }
  if (!run.isUnspaced && !sought.isUnspaced) {
    if (word === sought.word || (sought.isPrefix && word.startsWith(sought.word))) return whole
    // Stems begin as their words do.
    if (word[0] === sought.word[0] && foldedStems(run.text).some((stem) => sought.stems.includes(stem)))
      return whole
  }
  // Pieces of longer runs can only be pointed at where folding has kept the places.
  if (word.length !== run.text.length) return undefined
  const at = sought.word.length > 2 || sought.isUnspaced ? word.indexOf(sought.word) : -1
  return at < 0 ? undefined : { start: at, end: at + sought.word.length }
}
