import type { MessageRow } from '#model/message-parts.ts'
import { ascii, lower } from '#text/fold.ts'
import type { Query, SoughtWord } from './query.ts'
import { type FormOf, formsIn } from './stems.ts'
import { type Run, runsOf, wordOf, wordsOf } from './words.ts'

/** Position of a match inside a run. */
type Place = readonly [start: number, end: number]

/** Makes a function that marks a query's matches in a message's content and topic, as HTML. */
export function highlighter(query: Query) {
  const words = [...query.words, ...query.phrases.flatMap((phrase) => phrase.words)]
  const candidates = candidatesFor(words)
  const marked = (html: string) => (words.length === 0 ? html : mark(html, words, candidates))
  return ({ rendered, topic }: Pick<MessageRow, 'rendered' | 'topic'>) => ({
    match_content: marked(rendered),
    match_subject: marked(escape(topic)),
  })
}

/** Finds the runs of a text that may match. */
type Candidates = (text: string) => Run[]

/**
 * Makes the search for runs that may match: they begin like a word, or contain it. In a text in ASCII one expression
 * finds them, which is faster than a look at each run.
 */
function candidatesFor(words: readonly SoughtWord[]): Candidates {
  const plain = words.map(({ word }) => word).filter((word) => word !== '' && ascii.test(word))
  const initials = [...new Set(plain.map((word) => word[0]))].join('')
  // Without words, nothing in a text in ASCII can match.
  const [beginning, containing] =
    plain.length === 0
      ? []
      : [`[${initials}]\\w*`, `(?:[${initials}]\\w*|\\w*(?:${plain.join('|')})\\w*)`].map(
          (run) => new RegExp(`\\b_*${run}`, 'gi'),
        )
  return (text) => {
    if (!ascii.test(text)) return runsOf(text)
    if (!beginning || !containing) return []
    const small = text.toLowerCase()
    const pattern = plain.some((word) => small.includes(word)) ? containing : beginning
    // Underscores at the ends do not belong to a run.
    return Array.from(text.matchAll(pattern), (match) => {
      const run = match[0].replace(/^_+/, '')
      const start = match.index + match[0].length - run.length
      return { text: run.replace(/_+$/, ''), start, isUnspaced: false }
    })
  }
}

const escape = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#x27;')

/** Marks words in HTML. Tags stay as they are, and references such as `&amp;` are not words. */
function mark(html: string, words: readonly SoughtWord[], candidates: Candidates): string {
  const parts = html
    .split(/(<[^>]*>|&[#\w]+;)/)
    .map((text, index) => ({ text, isText: index % 2 === 0 && text !== '' }))
  // Filled on demand: most texts match nothing, so their language does not matter.
  let known: FormOf | undefined
  const formOf: FormOf = (word) => {
    known ??= formsIn(parts.flatMap(({ text, isText }) => (isText ? wordsOf(text) : [])))
    return known(word)
  }
  let marked = ''
  for (const { text, isText } of parts) {
    let done = 0
    for (const run of isText ? candidates(text) : []) {
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

/** Position in a run of the first word that matches. */
function placeIn(run: Run, words: readonly SoughtWord[], formOf: FormOf): Place | undefined {
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
