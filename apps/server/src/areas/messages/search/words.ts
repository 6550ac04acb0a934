import { ascii, fold, lower, remembered } from '#text/fold.ts'
import { decodeReferences } from '#text/html-text.ts'
import { type WordForm, formsIn } from './stems.ts'

// Scripts without spaces between words: their text is indexed by pairs of characters.
const unspaced = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}`
// Underscores occur inside names but not at their ends, so a token of the index that begins with one is not a word.
const runs = new RegExp(
  `[${unspaced}]+|[\\p{L}\\p{N}\\p{M}](?:[\\p{L}\\p{N}\\p{M}_]*[\\p{L}\\p{N}\\p{M}])?`,
  'gu',
)
// The same for the text of most people, several times as fast.
const asciiRuns = /[a-z0-9](?:\w*[a-z0-9])?/gi
const isUnspaced = new RegExp(`^[${unspaced}]`, 'u')
const anyUnspaced = new RegExp(`[${unspaced}]`, 'u')
const longestWord = 60

/** A run of characters that belong together, as written, and its position in the text. */
export interface Run {
  readonly text: string
  readonly start: number
  readonly isUnspaced: boolean
}

/** Splits a text into its words and its runs of scripts without spaces. */
export function runsOf(text: string): Run[] {
  const found: Run[] = []
  if (ascii.test(text)) {
    for (const match of text.matchAll(asciiRuns))
      found.push({ text: match[0], start: match.index, isUnspaced: false })
    return found
  }
  for (const match of text.matchAll(runs)) {
    const [part] = match
    const startsUnspaced = isUnspaced.test(part)
    // A word can end in letters of such a script: split it there.
    const border = startsUnspaced || ascii.test(part) ? -1 : part.search(anyUnspaced)
    if (border <= 0) {
      found.push({ text: part, start: match.index, isUnspaced: startsUnspaced })
      continue
    }
    found.push({ text: part.slice(0, border), start: match.index, isUnspaced: false })
    found.push({ text: part.slice(border), start: match.index + border, isUnspaced: true })
  }
  return found
}

/** Forms of a run that depend on nothing around it. */
export const wordOf = remembered((text) => {
  const word = lower(text).slice(0, longestWord)
  return {
    /** In lower case, cut at the longest length of a word. */
    word,
    /** The same without accents. */
    folded: fold(word),
    isName: isCodeName(text),
  }
})

/** Returns the words of a text in lower case, for `formsIn`. For most texts much cheaper than its runs. */
export const wordsOf = (text: string): readonly string[] =>
  ascii.test(text)
    ? (text.toLowerCase().match(asciiRuns) ?? [])
    : runsOf(text).map((run) => wordOf(run.text).word)

/** Recognizes names in programs: `snake_case`, `camelCase`, letters mixed with digits. */
const isCodeName = (word: string) => /_|\p{Ll}\p{Lu}|\p{L}\p{N}|\p{N}\p{L}/u.test(word)

/** Splits a name in a program: `fetchUserById` is found by each of its words. */
const partsOfName = (word: string) =>
  word.match(/\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\p{N}+|[^\p{Lu}\p{Ll}\p{N}_]+/gu) ?? []

/** Sequences of three characters, marked so that they differ from words. */
export function trigramsOf(word: string): string[] {
  const grams = new Set<string>()
  for (let start = 0; start + 3 <= word.length; start++) grams.add(`_${word.slice(start, start + 3)}`)
  return [...grams]
}

/** Pairs of neighbours, and the last character by itself, so that every character begins a token. */
export function pairsOf(run: string): string[] {
  const characters = [...run]
  return [...new Set(characters.map((character, index) => character + (characters[index + 1] ?? '')))]
}

const formOfPair = remembered((pair): WordForm => ({ word: pair, token: pair }))

/** A text, and whether it stood in code. */
export interface Passage {
  readonly text: string
  readonly isCode: boolean
}

export interface Indexed {
  readonly tokens: ReadonlySet<string>
  /** Words that people may type, each with its token in the index. */
  readonly forms: ReadonlySet<WordForm>
}

/** Tokens under which a message is indexed. */
export function indexText(passages: readonly Passage[]): Indexed {
  const tokens = new Set<string>()
  const forms = new Set<WordForm>()
  const prose = passages.map(({ text, isCode }) => ({ isCode, found: runsOf(text) }))
  const formOf = formsIn(prose.flatMap(({ found }) => found.map((run) => wordOf(run.text).word)))
  const add = (form: WordForm) => {
    if (form.word === '' || form.token === '') return
    tokens.add(form.token)
    forms.add(form)
  }
  for (const { isCode, found } of prose)
    for (const run of found) {
      if (run.isUnspaced) {
        for (const pair of pairsOf(lower(run.text))) add(formOfPair(pair))
        continue
      }
      const { word, isName } = wordOf(run.text)
      add(formOf(word))
      if (!isCode && !isName) continue
      for (const part of partsOfName(run.text)) add(formOf(lower(part).slice(0, longestWord)))
      for (const gram of trigramsOf(fold(word))) tokens.add(gram)
    }
  return { tokens, forms }
}

/** Splits a message's HTML into passages of text. */
export function passagesOf(html: string): Passage[] {
  const passages: Passage[] = []
  let codeDepth = 0
  for (const part of html.split(/(<[^>]*>)/)) {
    if (/^<(code|pre)\b/.test(part)) codeDepth++
    else if (/^<\/(code|pre)>/.test(part)) codeDepth--
    else if (!part.startsWith('<') && part.trim() !== '')
      passages.push({ text: decodeReferences(part), isCode: codeDepth > 0 })
  }
  return passages
}
