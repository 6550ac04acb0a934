import { ascending } from '../ascending.ts'
import { replaceEcho } from './echoes.ts'
import { fits } from './fits.ts'
import type { MessageReducer } from './message-reducer.ts'
import { messageOf } from './message.ts'
import { changeWindows, type Messages } from './messages.ts'
import { covers, holds, stale, type Window, withId, withoutIds } from './window.ts'

/**
 * Takes in a new message. It joins the windows that hold the newest messages and that it fits. Where only the server
 * knows, such as in a search, the window no longer holds the newest ones: fetch those after its last id.
 */
export const applyNew: MessageReducer<'message'> = (messages, event, facts) => {
  const message = messageOf(event.message, event.flags)
  const { id } = message
  const find = (other: number) => (other === id ? message : messages.byId.get(other))
  const placed = changeWindows(messages, (window) => {
    if (!covers(window, id) || holds(window, id)) return window
    const fit = fits(window.narrow, message, facts, find)
    if (fit === 'no') return window
    return fit === 'yes' ? withId(window, id) : unsure(window, id, messages.position)
  })
  const isHeld = placed !== messages || messages.byId.has(id)
  const next = isHeld ? { ...placed, byId: messages.byId.with(id, message) } : placed
  return messages.echoes.size > 0 ? replaceEcho(next, id, event.local_message_id, facts) : next
}

function unsure(window: Window, id: number, position: number): Window {
  const isNewest = window.hasNewest && id > (window.ids.at(-1) ?? Number.POSITIVE_INFINITY)
  return isNewest ? { ...window, hasNewest: false } : stale(window, position)
}

/** Removes messages that were deleted or went out of the user's sight. */
export const applyDelete: MessageReducer<'delete_message'> = (messages, event) =>
  without(messages, event.message_ids ?? (event.message_id === undefined ? [] : [event.message_id]))

/** Removes messages from everywhere. */
export function without(messages: Messages, ids: readonly number[]): Messages {
  const byId = messages.byId.without(ids)
  if (byId === messages.byId) return messages
  const gone = ascending(ids)
  return changeWindows({ ...messages, byId }, (window) => withoutIds(window, gone, messages.position))
}
