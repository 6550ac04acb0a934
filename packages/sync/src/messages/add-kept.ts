import { mostSingles } from './add-single.ts'
import type { Message } from './message.ts'
import { type Messages, withoutOrphans } from './messages.ts'

/**
 * Takes in messages that the device kept elsewhere, such as what a search found without the server. Those that are known
 * already stay as they are: events have changed them since. They are kept beside windows, the last thousand of all such.
 */
export function addKept(messages: Messages, kept: readonly Message[]): Messages {
  const fresh = kept.filter(({ id }) => !messages.byId.has(id))
  if (fresh.length === 0) return messages
  const isNew = new Set(fresh.map(({ id }) => id))
  const singles = [...messages.singles.filter((id) => !isNew.has(id)), ...isNew]
  const next = {
    ...messages,
    byId: messages.byId.withAll(fresh.map((message) => [message.id, message] as const)),
    singles: singles.slice(-mostSingles),
  }
  return singles.length > mostSingles ? withoutOrphans(next) : next
}
