import type { SearchTerm } from '#store/search-index.ts'
import { ascii, fold, lower } from './fold.ts'
import { stemsOf } from './stems.ts'
import { pairsOf, type Run, runsOf, trigramsOf } from './words.ts'

/** A word that is searched for. */
export interface SoughtWord {
  /** In small letters without accents. */
  readonly word: string
  /** Its possible stems. */
  readonly stems: readonly string[]
  /** Longer words that begin with it are meant too. */
  readonly isPrefix: boolean
  readonly isUnspaced: boolean
}

/** What somebody searches for: all of the words, and the phrases as they stand. */
export interface Query {
  readonly words: readonly SoughtWord[]
  /** Lists of words that follow one another. */
  readonly phrases: readonly (readonly string[])[]
}

/** Understands the text of a search: words, and phrases in quotes. The last word may still be being typed. */
export function parseQuery(texts: readonly string[]): Query {
  const words: SoughtWord[] = []
  const phrases: string[][] = []
  for (const sentence of texts) {
    const parts = sentence.split(/["“”„]/)
    for (const [index, part] of parts.entries()) {
      const isPhrase = index % 2 === 1 && index < parts.length - 1
      // Accents alone are no word.
      const runs = runsOf(part).filter(({ text }) => fold(lower(text)) !== '')
      const isOpen = !isPhrase && index === parts.length - 1 && !/\s$/.test(part)
      for (const [place, run] of runs.entries()) words.push(sought(run, isOpen && place === runs.length - 1))
      if (isPhrase && runs.length > 1) phrases.push(runs.map((run) => fold(lower(run.text))))
    }
  }
  return { words, phrases }
}

function sought(run: Run, isLast: boolean): SoughtWord {
  const word = lower(run.text)
  const folded = fold(word)
  return {
    word: run.isUnspaced ? word : folded,
    stems: run.isUnspaced ? [] : [...new Set([folded, ...stemsOf(word).map(fold)])],
    isPrefix: isLast && (run.isUnspaced || folded.length > 1),
    isUnspaced: run.isUnspaced,
  }
}

/** A word as the index is asked for it: any of these. */
export function termOf({ word, stems, isPrefix, isUnspaced }: SoughtWord): SearchTerm {
  if (isUnspaced) {
    const length = [...word].length
    return length === 1
      ? { anyOf: [word], allOf: [], prefix: word, topic: word }
      : { anyOf: [], allOf: pairsOf(word).slice(0, -1), prefix: undefined, topic: word }
  }
  const grams = trigramsOf(word)
  return {
    anyOf: stems,
    // A piece of a name in a program.
    allOf: grams,
    prefix: isPrefix ? word : undefined,
    // What a topic is asked for is the shortest form: `colors` finds the topic `color palette`.
    topic: stems.reduce(
      (short, stem) => (stem.length < short.length && stem.length > 2 ? stem : short),
      word,
    ),
  }
}

const character = String.raw`[\p{L}\p{N}\p{M}]`
const between = String.raw`[^\p{L}\p{N}\p{M}]+`

/** A test whether a phrase, of words in small letters without accents, stands in a text. */
export function phraseTest(phrase: readonly string[]): (text: string) => boolean {
  // The same for texts that need no folding, several times as fast.
  const plain = new RegExp(`(?<![a-z0-9])${phrase.join('[^a-z0-9]+')}(?![a-z0-9])`, 'i')
  const pattern = new RegExp(`(?<!${character})${phrase.join(between)}(?!${character})`, 'u')
  return (text) => (ascii.test(text) ? plain.test(text) : pattern.test(fold(lower(text))))
}
