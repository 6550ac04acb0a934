import type { ById } from '@tagma/sync/messages/by-id.ts'
import type { Facts } from '@tagma/sync/messages/facts.ts'
import { fits } from '@tagma/sync/messages/fits.ts'
import type { Message } from '@tagma/sync/messages/message.ts'
import type { Narrow } from '@tagma/sync/messages/narrow.ts'
import { folded } from '#parts/completion/match.ts'
import { plainText } from './snippet.ts'

/** The most messages that the device offers. */
export const mostFound = 60

const texts = new WeakMap<Message, string>()

/** Returns what a search looks through: text and topic, without case and accents. It is made once for a message. */
export function textOf(message: Message): string {
  let text = texts.get(message)
  if (text === undefined) {
    text = folded(`${plainText(message.content)} ${message.subject}`)
    texts.set(message, text)
  }
  return text
}

/** Returns the words of a search. Those in quotation marks are one. */
export const wordsOf = (text: string): string[] =>
  [...text.matchAll(/"([^"]*)(?:"|$)|[^\s"]+/g)]
    .map(([word, phrase]) => (phrase ?? word).trim())
    .filter(Boolean)

/**
 * Returns ids of messages on this device that certainly fit a narrow, newest first. The words of a search have to stand
 * in text or topic, also as the beginning of a longer word. `from`: older ones are not looked at.
 */
export function foundHere(byId: ById<Message>, narrow: Narrow, facts: Facts, from = 0): readonly number[] {
  const rest = narrow.filter(({ operator }) => operator !== 'search')
  const terms = narrow
    .filter(({ operator }) => operator === 'search')
    .map(({ operand, negated }) => ({ isNot: negated === true, words: wordsOf(String(operand)).map(folded) }))
  const found: number[] = []
  // Of tens of thousands, few have the words: they are looked at first.
  for (const run of [...byId.runs()].toReversed()) {
    for (let at = run.length - 1; at >= 0; at--) {
      const message = run[at]!
      if (message.id < from) return found
      if (!hasWords(message, terms) || message.id < 0 || fits(rest, message, facts) !== 'yes') continue
      if (found.push(message.id) === mostFound) return found
    }
  }
  return found
}

interface WordTerm {
  readonly isNot: boolean
  readonly words: readonly string[]
}

function hasWords(message: Message, terms: readonly WordTerm[]): boolean {
  if (terms.length === 0) return true
  const text = textOf(message)
  for (const { words, isNot } of terms) {
    let hasAll = true
    for (const word of words) {
      if (text.includes(word)) continue
      hasAll = false
      break
    }
    if (hasAll === isNot) return false
  }
  return true
}
