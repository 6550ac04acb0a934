import type { MessageRow } from '#model/message-parts.ts'
import { ascii, lower } from '#text/fold.ts'
import type { Query, SoughtWord } from './query.ts'
import { type FormOf, formsIn, tokensOf } from './stems.ts'
import { type Run, runsOf, wordOf, wordsOf } from './words.ts'

/** Position of a match inside a run. */
type Place = readonly [start: number, end: number]

/** Makes a function that marks a query's matches in a message's content and topic, as HTML. */
export function highlighter(query: Query) {
  const words = [...query.words, ...query.phrases.flatMap((phrase) => phrase.words)]
  const candidates = candidatesFor(words)
  const isForm = formTest()
  const marked = (html: string) => (words.length === 0 ? html : mark(html, words, candidates, isForm))
  return ({ rendered, topic }: Pick<MessageRow, 'rendered' | 'topic'>) => ({
    match_content: marked(rendered),
    match_subject: marked(escape(topic)),
  })
}

/** Tags, and references such as `&amp;`, which are not words. */
const notText = String.raw`<[^>]*>|&[#\w]+;`
const betweenTexts = new RegExp(`(${notText})`)

/** Finds the runs of HTML that may match, with their positions in it. */
type Candidates = (html: string) => Run[]

/**
 * Makes the search for runs that may match: they begin like a word, or contain it. In ASCII, one pass of one expression
 * over the HTML finds them, which is several times as fast as a look at each run.
 */
function candidatesFor(words: readonly SoughtWord[]): Candidates {
  const plain = words.map(({ word }) => word).filter((word) => word !== '' && ascii.test(word))
  const initials = [...new Set(plain.map((word) => word[0]))].join('')
  // Without words, nothing in a text in ASCII can match.
  const pattern =
    plain.length === 0
      ? undefined
      : new RegExp(`${notText}|\\b_*[${initials}]\\w*|(?:${plain.join('|')})\\w*`, 'gi')
  return (html) => {
    if (!ascii.test(html))
      return textsOf(html).flatMap(({ text, start }) =>
        runsOf(text).map((run) => ({ ...run, start: start + run.start })),
      )
    const found: Run[] = []
    if (!pattern) return found
    for (const { 0: match, index } of html.matchAll(pattern)) {
      if (match.startsWith('<') || match.startsWith('&')) continue
      const start = beginningOf(html, index)
      found.push(withoutUnderscores(html.slice(start, index + match.length), start))
    }
    return found
  }
}

/** A match can be in the middle of its run: position where that begins. */
function beginningOf(html: string, index: number): number {
  let start = index
  while (start > 0 && /\w/.test(html.charAt(start - 1))) start--
  return start
}

/** Underscores at the ends do not belong to a run. */
function withoutUnderscores(run: string, start: number): Run {
  const text = run.replace(/^_+/, '')
  return { text: text.replace(/_+$/, ''), start: start + run.length - text.length, isUnspaced: false }
}

/** The texts of HTML between its tags and references, with their positions. */
function textsOf(html: string): { readonly text: string; readonly start: number }[] {
  let start = 0
  const parts = html.split(betweenTexts).map((text) => {
    const part = { text, start }
    start += text.length
    return part
  })
  return parts.filter(({ text }, index) => index % 2 === 0 && text !== '')
}

const escape = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#x27;')

/** Marks words in HTML. Tags stay as they are. */
function mark(html: string, words: readonly SoughtWord[], candidates: Candidates, isForm: FormTest): string {
  // Filled on demand: most texts match nothing, so their language does not matter.
  let known: FormOf | undefined
  const formOf: FormOf = (word) => {
    known ??= formsIn(textsOf(html).flatMap(({ text }) => wordsOf(text)))
    return known(word)
  }
  let marked = ''
  let done = 0
  for (const run of candidates(html)) {
    const place = placeIn(run, words, (word, sought) => isForm(word, sought, formOf))
    if (!place) continue
    const [start, end] = place
    marked += `${html.slice(done, run.start + start)}<span class="highlight">${html.slice(run.start + start, run.start + end)}</span>`
    done = run.start + end
  }
  return done === 0 ? html : marked + html.slice(done)
}

/** Position in a run of the first word that matches. */
function placeIn(
  run: Run,
  words: readonly SoughtWord[],
  isForm: (word: string, sought: SoughtWord) => boolean,
): Place | undefined {
  const { word, folded } = wordOf(run.text)
  const text = run.isUnspaced ? lower(run.text) : folded
  for (const sought of words) {
    if (!run.isUnspaced && !sought.isUnspaced) {
      // A stem begins with the same letter as its words.
      const isMeant =
        text === sought.word ||
        (sought.isPrefix && text.startsWith(sought.word)) ||
        (text[0] === sought.word[0] && isForm(word, sought))
      if (isMeant) return [0, run.text.length]
    }
    // Inside a longer run, positions are right only if folding kept the length.
    if (text.length !== run.text.length || (sought.word.length < 3 && !sought.isUnspaced)) continue
    const at = text.indexOf(sought.word)
    if (at >= 0) return [at, at + sought.word.length]
  }
  return undefined
}

/** Whether a word has a stem of the sought one, in the language of its text. */
type FormTest = (word: string, sought: SoughtWord, formOf: FormOf) => boolean

/**
 * Most words that begin like the sought one share no stem with it in any language. That is remembered, because finding
 * out the language of a text means reading all of it.
 */
function formTest(): FormTest {
  const possible = new Map<SoughtWord, Map<string, boolean>>()
  return (word, sought, formOf) => {
    if (sought.stems.length === 0) return false
    let ofWord = possible.get(sought)
    if (!ofWord) possible.set(sought, (ofWord = new Map<string, boolean>()))
    let isPossible = ofWord.get(word)
    if (isPossible === undefined)
      ofWord.set(word, (isPossible = tokensOf(word).some((token) => sought.stems.includes(token))))
    return isPossible && sought.stems.includes(formOf(word).token)
  }
}
