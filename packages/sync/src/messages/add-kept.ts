import { mostSingles } from './add-single.ts'
import type { Message } from './message.ts'
import { changeWindows, type Messages, withinLimits, withoutOrphans } from './messages.ts'
import { canonicalNarrow, type Narrow, narrowKey } from './narrow.ts'
import { stale } from './window.ts'

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

/** Messages of one narrow that the device kept elsewhere, without a gap between them, oldest first. */
export interface KeptWindow {
  readonly messages: readonly Message[]
  /** Whether nothing newer is known. */
  readonly hasNewest: boolean
}

/** Makes a window of messages that the device kept elsewhere. Messages that are known already stay as they are. */
export function addKeptWindow(
  messages: Messages,
  narrow: Narrow,
  { messages: kept, hasNewest }: KeptWindow,
  userId: number,
): Messages {
  const canonical = canonicalNarrow(narrow, userId)
  const key = narrowKey(canonical)
  const fresh = kept
    .filter(({ id }) => !messages.byId.has(id))
    .map((message) => [message.id, message] as const)
  const window = {
    narrow: canonical,
    ids: kept.map(({ id }) => id),
    echoes: messages.windows.get(key)?.echoes ?? [],
    hasOldest: false,
    hasNewest,
    isStale: false,
  }
  const windows = new Map(messages.windows).set(key, window)
  return withinLimits({ ...messages, byId: messages.byId.withAll(fresh), windows })
}

/** Makes some windows stale: they are fetched again where they are shown. */
export const staleKept = (messages: Messages, keys: ReadonlySet<string>): Messages =>
  changeWindows(messages, (window) =>
    keys.has(narrowKey(window.narrow)) ? stale(window, messages.position) : window,
  )
