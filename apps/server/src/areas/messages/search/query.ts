import type { SearchTerm } from '#store/search/search-index.ts'
import { fold, lower } from '#text/fold.ts'
import { stemsOf } from './stems.ts'
import { pairsOf, type Run, runsOf, trigramsOf, wordOf } from './words.ts'

/** A word to search for. */
export interface SoughtWord {
  /** In lower case, without accents. */
  readonly word: string
  /** Possible stems; empty if only the word itself is meant. */
  readonly stems: readonly string[]
  /** True if longer words with this beginning match too. */
  readonly isPrefix: boolean
  readonly isUnspaced: boolean
}

/** A search: all of the words and all of the phrases must match. */
export interface Query {
  readonly words: readonly SoughtWord[]
  readonly phrases: readonly QueryPhrase[]
}

/** Words that follow one another exactly. */
export interface QueryPhrase {
  /** In lower case, without accents, separated by spaces. */
  readonly text: string
  readonly words: readonly SoughtWord[]
}

/** Parses the text of a search into words, and phrases in quotes. The last word may still be being typed. */
export function parseQuery(texts: readonly string[]): Query {
  const words: SoughtWord[] = []
  const phrases: QueryPhrase[] = []
  for (const sentence of texts) {
    const parts = sentence.split(/["“”„]/)
    for (const [index, part] of parts.entries()) {
      const isQuoted = index % 2 === 1 && index < parts.length - 1
      // An accent alone is not a word.
      const runs = runsOf(part).filter(({ text }) => fold(lower(text)) !== '')
      if (isQuoted && runs.length > 1) {
        phrases.push({
          text: runs.map((run) => fold(lower(run.text))).join(' '),
          words: runs.map((run) => sought(run, { isExact: true })),
        })
        continue
      }
      const isOpen = !isQuoted && index === parts.length - 1 && !/\s$/.test(part)
      for (const [place, run] of runs.entries())
        words.push(sought(run, { isPrefix: isOpen && place === runs.length - 1 }))
    }
  }
  return { words, phrases }
}

function sought(run: Run, { isExact = false, isPrefix = false }): SoughtWord {
  if (run.isUnspaced) return { word: lower(run.text), stems: [], isPrefix, isUnspaced: true }
  const { word, folded } = wordOf(run.text)
  return {
    word: folded,
    stems: isExact ? [] : stemsOf(word).map(fold),
    isPrefix: isPrefix && folded.length > 1,
    isUnspaced: false,
  }
}

/** Makes the term that asks the index for a word; any of its alternatives matches. */
export function termOf({ word, stems, isPrefix, isUnspaced }: SoughtWord): SearchTerm {
  if (isUnspaced) {
    const length = [...word].length
    return length === 1
      ? { anyOf: [word], allOf: [], prefix: word, topic: word }
      : { anyOf: [], allOf: pairsOf(word).slice(0, -1), prefix: undefined, topic: word }
  }
  const isExact = stems.length === 0
  return {
    anyOf: [...new Set([word, ...stems])],
    // Finds pieces of a name in a program.
    allOf: isExact ? [] : trigramsOf(word),
    prefix: isPrefix ? word : undefined,
    // Topics are asked for the shortest form: `colors` finds the topic `color palette`.
    topic: stems.reduce(
      (short, stem) => (stem.length < short.length && stem.length > 2 ? stem : short),
      word,
    ),
  }
}
