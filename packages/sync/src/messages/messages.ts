import type { SyncEvent } from '../state.ts'
import { ById } from './by-id.ts'
import type { Message } from './message.ts'
import type { Window } from './window.ts'

/** Messages that a client holds, and windows on them. Events and pages make new ones that share what is unchanged. */
export interface Messages {
  /** The messages of all windows, single ones, and echoes, whose ids are negative. */
  readonly byId: ById<Message>
  /** Windows by the keys of their narrows. The one that was shown last comes last. */
  readonly windows: ReadonlyMap<string, Window>
  /** Ids of messages that stay though no window may hold them, such as the newest of each conversation in a list. */
  readonly singles: readonly number[]
  /** Keys of the windows on the screen. They are never given up. */
  readonly shown: readonly string[]
  /** Ids of the echoes, by `local_id`, in the order of sending. */
  readonly echoes: ReadonlyMap<string, number>
  /** The number of events taken in. Note it when you ask for a page: `addPage` needs it. */
  readonly position: number
  /** The last events, for pages that were asked for before them. */
  readonly recent: readonly SyncEvent[]
}

export const emptyMessages: Messages = {
  byId: ById.empty,
  windows: new Map(),
  singles: [],
  shown: [],
  echoes: new Map(),
  position: 0,
  recent: [],
}

/** The most windows that are kept. */
const mostWindows = 30
/** The most messages that are kept, unless those on the screen are more. */
const mostMessages = 12_000

/** Says which windows are on the screen. They count as seen now. */
export function showWindows(messages: Messages, keys: readonly string[]): Messages {
  const known = keys.filter((key) => messages.windows.has(key))
  const isSame = keys.length === messages.shown.length && keys.every((key, at) => messages.shown[at] === key)
  const newest = [...messages.windows.keys()].slice(messages.windows.size - known.length)
  if (isSame && newest.every((key) => known.includes(key))) return messages
  const windows = new Map(messages.windows)
  for (const key of known) {
    const window = windows.get(key)
    windows.delete(key)
    if (window) windows.set(key, window)
  }
  return { ...messages, windows, shown: keys }
}

/** Gives up a window, with the messages that no other window holds. */
export function dropWindow(messages: Messages, key: string): Messages {
  if (!messages.windows.has(key)) return messages
  const windows = new Map(messages.windows)
  windows.delete(key)
  return withoutOrphans({ ...messages, windows })
}

/** Makes all windows stale. For a new registration: nobody knows which events were missed. */
export function staleWindows(messages: Messages): Messages {
  const position = messages.position + 1
  const windows = new Map(
    [...messages.windows].map(([key, window]) => [key, { ...window, isStale: true, staleAt: position }]),
  )
  return { ...messages, windows, position, recent: [] }
}

/** Gives up the windows that were not seen for longest, while there are too many windows or messages. */
export function withinLimits(messages: Messages, windowLimit = mostWindows, limit = mostMessages): Messages {
  let next = messages
  for (const key of messages.windows.keys()) {
    if (next.windows.size <= windowLimit && next.byId.size <= limit) break
    if (!messages.shown.includes(key)) next = dropWindow(next, key)
  }
  return next
}

/** Removes messages that no window holds. */
export function withoutOrphans(messages: Messages): Messages {
  const held = new Set(messages.echoes.values())
  for (const id of messages.singles) if (messages.byId.has(id)) held.add(id)
  for (const { ids } of messages.windows.values()) for (const id of ids) held.add(id)
  if (held.size === messages.byId.size) return messages
  const orphans = [...messages.byId].flatMap(([id]) => (held.has(id) ? [] : [id]))
  return { ...messages, byId: messages.byId.without(orphans) }
}

/** Changes windows. Returns the messages themselves if no window changes. */
export function changeWindows(messages: Messages, change: (window: Window) => Window): Messages {
  let windows: Map<string, Window> | undefined
  for (const [key, window] of messages.windows) {
    const next = change(window)
    if (next !== window) (windows ??= new Map(messages.windows)).set(key, next)
  }
  return windows ? { ...messages, windows } : messages
}
