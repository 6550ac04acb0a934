import type { Page } from './add-page.ts'
import { replayed } from './apply-to-messages.ts'
import type { Facts } from './facts.ts'
import { messageOf } from './message.ts'
import { type Messages, withoutOrphans } from './messages.ts'
import { withFetched } from './recheck.ts'

/** The most messages that are kept beside windows. */
export const mostSingles = 1000

/**
 * Takes in messages that were fetched by their ids, such as the newest of each conversation in a list. Events change them
 * like all others. The last thousand are kept though no window holds them. `asOf` is `Messages.position` when they were
 * asked for: after more events than are remembered, nothing is taken in.
 */
export function addSingle(
  messages: Messages,
  page: Pick<Page, 'messages'>,
  { facts, asOf }: { readonly facts: Facts; readonly asOf: number },
): Messages {
  const missed = messages.position - asOf
  if (missed > messages.recent.length) return messages
  const fetched = page.messages.map((message) => messageOf(message, message.flags))
  const isNew = new Set(fetched.map(({ id }) => id))
  const singles = [...messages.singles.filter((id) => !isNew.has(id)), ...isNew]
  const next = withFetched(messages, fetched, undefined, facts)
  const all = { ...next, singles: singles.slice(-mostSingles) }
  const replay = replayed(all, missed > 0 ? messages.recent.slice(-missed) : [], facts)
  return singles.length > mostSingles ? withoutOrphans(replay) : replay
}
