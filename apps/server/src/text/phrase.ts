import { ascii, fold, lower } from './fold.ts'
import { textOf } from './html-text.ts'

const character = String.raw`[\p{L}\p{N}\p{M}]`
const between = String.raw`[^\p{L}\p{N}\p{M}]+`

type Test = (text: string) => boolean

// A search asks thousands of texts for the same few phrases.
const tests = new Map<string, Test>()
const testsKept = 100

/** A test whether a text has the words of a phrase, separated by spaces, in their order and with no other between them. */
export function phraseTest(phrase: string): Test {
  let test = tests.get(phrase)
  if (!test) {
    if (tests.size >= testsKept) tests.clear()
    tests.set(phrase, (test = makeTest(phrase.split(' '))))
  }
  return test
}

/** `words` are in small letters without accents. */
function makeTest(words: readonly string[]): Test {
  // The same for texts that need no folding, several times as fast.
  const plain = new RegExp(`(?<![a-z0-9])${words.join('[^a-z0-9]+')}(?![a-z0-9])`, 'i')
  // Made when it is needed, which takes a millisecond.
  let any: RegExp | undefined
  return (text) => {
    if (ascii.test(text)) return plain.test(text)
    any ??= new RegExp(`(?<!${character})${words.join(between)}(?!${character})`, 'u')
    return any.test(fold(lower(text)))
  }
}

/** Whether a message has a phrase in its text; `rendered` is empty where it is its content and nothing more. */
export const holdsPhrase = (content: string, rendered: string, phrase: string): boolean =>
  phraseTest(phrase)(rendered === '' ? content : textOf(rendered))
