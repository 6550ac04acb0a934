import { compileMessage } from '@lingui/message-utils/compileMessage'

// A language that nobody speaks, made from the English texts. A text of a page without its brackets is in no catalog, and a
// place without room for its longer words has no room for German ones.

const accents: Readonly<Record<string, string>> = {
  ...{ a: 'á', c: 'ç', e: 'é', i: 'í', n: 'ñ', o: 'ö', u: 'ü', y: 'ý' },
  ...{ A: 'Á', C: 'Ç', E: 'É', I: 'Í', N: 'Ñ', O: 'Ö', U: 'Ü', Y: 'Ý' },
}

/**
 * Returns a text in letters of the pseudo language: with accents, and every vowel twice. So each word gets about 40 % longer,
 * as German words are. Additional words would only break into more lines.
 */
export const pseudoLetters = (text: string): string =>
  text.replaceAll(/[a-z]/gi, (letter) => {
    const accented = accents[letter] ?? letter
    return /[aeiou]/i.test(letter) ? accented + accented.toLowerCase() : accented
  })

/** Compiles an English text in the pseudo language. Its arguments, its plurals and their forms stay as they are. */
export const pseudoMessage = (text: string): ReturnType<typeof compileMessage> =>
  compileMessage(`⟦${text}⟧`, pseudoLetters)
