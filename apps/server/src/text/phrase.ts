import { ascii, fold, lower } from './fold.ts'
import { textOf } from './html-text.ts'

const character = String.raw`[\p{L}\p{N}\p{M}]`
const between = String.raw`[^\p{L}\p{N}\p{M}]+`

type Test = (text: string) => boolean

// A search tests thousands of texts for the same few phrases.
const tests = new Map<string, Test>()
const testsKept = 100

/** Makes a test for a phrase: the text has its words, separated by spaces, in this order and next to each other. */
export function phraseTest(phrase: string): Test {
  let test = tests.get(phrase)
  if (!test) {
    if (tests.size >= testsKept) tests.clear()
    tests.set(phrase, (test = makeTest(phrase.split(' '))))
  }
  return test
}

/**
 * Returns the expression that finds a phrase in a text in ASCII, whatever its case. It means the same to PostgreSQL, and
 * needs no folding: several times as fast.
 */
export const plainPattern = (phrase: string): string =>
  `(?<![a-z0-9])${phrase.split(' ').join('[^a-z0-9]+')}(?![a-z0-9])`

/** `words` are in lower case without accents. */
function makeTest(words: readonly string[]): Test {
  const plain = new RegExp(plainPattern(words.join(' ')), 'i')
  // Made on first need, because making it takes a millisecond.
  let any: RegExp | undefined
  return (text) => {
    if (ascii.test(text)) return plain.test(text)
    any ??= new RegExp(`(?<!${character})${words.join(between)}(?!${character})`, 'u')
    return any.test(fold(lower(text)))
  }
}

/** Tells whether a message has a phrase in its text. `rendered` is empty where the HTML adds nothing to the content. */
export const holdsPhrase = (content: string, rendered: string, phrase: string): boolean =>
  phraseTest(phrase)(rendered === '' ? content : textOf(rendered))
