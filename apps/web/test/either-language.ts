import { pseudoLetters } from '#build/pseudo-language.ts'

/** Matches a text in English or in the pseudo language, so that one list of pages serves both. */
export const either = (text: string): RegExp =>
  new RegExp([text, pseudoLetters(text)].map((form) => RegExp.escape(form)).join('|'), 'i')
