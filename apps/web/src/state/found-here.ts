import type { ById } from '@tagma/sync/messages/by-id.ts'
import type { Facts } from '@tagma/sync/messages/facts.ts'
import { fits } from '@tagma/sync/messages/fits.ts'
import type { Message } from '@tagma/sync/messages/message.ts'
import type { Narrow } from '@tagma/sync/messages/narrow.ts'
import { folded } from '#parts/completion/match.ts'
import { plainText } from './snippet.ts'

/** The most messages that the page's own copy offers. */
const most = 60

const texts = new WeakMap<Message, string>()

/** Returns what a search looks through: text and topic, without case and accents. */
function textOf(message: Message): string {
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
 * in text or topic, also as the beginning of a longer word.
 */
export function foundHere(byId: ById<Message>, narrow: Narrow, facts: Facts): readonly number[] {
  const rest = narrow.filter(({ operator }) => operator !== 'search')
  const words = narrow
    .filter(({ operator }) => operator === 'search')
    .map(({ operand, negated }) => ({ negated, words: wordsOf(String(operand)).map(folded) }))
  const found: number[] = []
  for (const message of [...byId.values()].toReversed()) {
    if (message.id < 0 || fits(rest, message, facts) !== 'yes') continue
    const holds = words.every(
      (term) => term.words.every((word) => textOf(message).includes(word)) !== (term.negated ?? false),
    )
    if (holds && found.push(message.id) === most) break
  }
  return found
}
