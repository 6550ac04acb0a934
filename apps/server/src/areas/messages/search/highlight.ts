import type { MessageRow } from '#model/message-parts.ts'
import { ascii, lower } from '#text/fold.ts'
import type { Query, SoughtWord } from './query.ts'
import { type FormOf, formsIn } from './stems.ts'
import { type Run, runsOf, wordOf } from './words.ts'

/** Position of a match inside a run. */
type Place = readonly [start: number, end: number]

/** Makes a function that marks a query's matches in a message's content and topic, as HTML. */
export function highlighter(query: Query) {
  const words = [...query.words, ...query.phrases.flatMap((phrase) => phrase.words)]
  return ({ rendered, topic }: Pick<MessageRow, 'rendered' | 'topic'>) => ({
    match_content: words.length === 0 ? rendered : mark(rendered, words),
    match_subject: words.length === 0 ? escape(topic) : mark(escape(topic), words),
  })
}

const escape = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#x27;')

/** Marks words in HTML. Tags stay as they are, and references such as `&amp;` are not words. */
function mark(html: string, words: readonly SoughtWord[]): string {
  const parts = html
    .split(/(<[^>]*>|&[#\w]+;)/)
    .map((text, index) => ({ text, runs: index % 2 === 0 && text !== '' ? runsOf(text) : [] }))
  // Filled on demand: most texts match nothing, so their language does not matter.
  let known: FormOf | undefined
  const formOf: FormOf = (word) => {
    known ??= formsIn(parts.flatMap(({ runs }) => runs.map((run) => wordOf(run.text).word)))
    return known(word)
  }
  let marked = ''
  for (const { text, runs } of parts) {
    let done = 0
    for (const run of runs) {
      const place = placeIn(run, words, formOf)
      if (!place) continue
      const [start, end] = place
      marked += `${text.slice(done, run.start + start)}<span class="highlight">${text.slice(run.start + start, run.start + end)}</span>`
      done = run.start + end
    }
    marked += done === 0 ? text : text.slice(done)
  }
  return marked
}

/** Tells whether a run may match one of the words. Most do not, and this shows it five times as fast as `placeIn`. */
function mayMatch({ text }: Run, words: readonly SoughtWord[]): boolean {
  if (!ascii.test(text)) return true
  const small = text.toLowerCase()
  return words.some(({ word }) => small.startsWith(word[0] ?? '') || small.includes(word))
}

/** Position in a run of the first word that matches. */
function placeIn(run: Run, words: readonly SoughtWord[], formOf: FormOf): Place | undefined {
  if (!mayMatch(run, words)) return undefined
  const { word, folded } = wordOf(run.text)
  const text = run.isUnspaced ? lower(run.text) : folded
  for (const sought of words) {
    if (!run.isUnspaced && !sought.isUnspaced) {
      // A stem begins with the same letter as its words.
      if (text[0] === sought.word[0] && isFormOf(text, word, sought, formOf)) return [0, run.text.length]
    }
    // Inside a longer run, positions are right only if folding kept the length.
    if (text.length !== run.text.length || (sought.word.length < 3 && !sought.isUnspaced)) continue
    const at = text.indexOf(sought.word)
    if (at >= 0) return [at, at + sought.word.length]
  }
  return undefined
}

const isFormOf = (folded: string, word: string, sought: SoughtWord, formOf: FormOf) =>
  folded === sought.word ||
  (sought.isPrefix && folded.startsWith(sought.word)) ||
  (sought.stems.length > 0 && sought.stems.includes(formOf(word).token))
