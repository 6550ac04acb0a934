import { ascending } from '../ascending.ts'
import { type Aspect, dependsOn, needsServer } from './depends-on.ts'
import type { Facts } from './facts.ts'
import { type FindMessage, fits, type Fitting } from './fits.ts'
import { type Message, sameOr } from './message.ts'
import { changeWindows, type Messages } from './messages.ts'
import { covers, holds, stale, type Window, withId, withoutIds } from './window.ts'

/** A message before and after a change. Without `before` it is new. */
export interface Changed {
  readonly before: Message | undefined
  readonly after: Message
}

/** Puts changed messages in, and into or out of the windows that depend on what changed. */
export function withChanged(
  messages: Messages,
  changes: readonly Changed[],
  aspect: Aspect,
  facts: Facts,
): Messages {
  const byId = messages.byId.withAll(changes.map(({ after }) => [after.id, after]))
  if (byId === messages.byId) return messages
  const find: FindMessage = (id) => byId.get(id)
  return changeWindows({ ...messages, byId }, (window) =>
    dependsOn(window.narrow, aspect)
      ? recheck(window, changes, { aspect, facts, find, position: messages.position })
      : window,
  )
}

/**
 * Puts in messages that were fetched, for the window with `key` or for none. They can be newer than the last event, so that other
 * windows gain or lose them already.
 */
export function withFetched(
  messages: Messages,
  fetched: readonly Message[],
  key: string | undefined,
  facts: Facts,
): Messages {
  const changes = fetched.flatMap((message): Changed[] => {
    const before = messages.byId.get(message.id)
    const after = sameOr(before, message)
    return after === before ? [] : [{ before, after }]
  })
  const byId = messages.byId.withAll(changes.map(({ after }) => [after.id, after]))
  const checking = {
    aspect: undefined,
    facts,
    find: (id: number) => byId.get(id),
    position: messages.position,
  }
  const own = key === undefined ? undefined : messages.windows.get(key)
  return changeWindows({ ...messages, byId }, (window) =>
    window === own ? window : recheck(window, changes, checking),
  )
}

interface Checking {
  /** Undefined if anything may have changed. */
  readonly aspect: Aspect | undefined
  readonly facts: Facts
  readonly find: FindMessage
  readonly position: number
}

function recheck(window: Window, changes: readonly Changed[], checking: Checking): Window {
  const { facts, find, position, aspect } = checking
  const isUnsure = aspect !== undefined && needsServer(window.narrow, aspect)
  const leaving: number[] = []
  let next = window
  for (const { before, after } of changes) {
    const isIn = holds(window, after.id)
    if (!isIn && !covers(window, after.id)) continue
    const fit = fits(window.narrow, after, facts, find)
    if (fit === 'no') {
      if (isIn) leaving.push(after.id)
    } else if (fit === 'yes') next = withId(next, after.id)
    // The part that only the server can tell has not changed, unless it depends on this aspect.
    else if (isUnsure || (!isIn && before && fits(window.narrow, before, facts, find) === 'no'))
      next = stale(next, position)
  }
  return leaving.length > 0 ? withoutIds(next, ascending(leaving), position) : next
}

/**
 * Makes windows stale that may now hold a message that was never fetched. `before` and `after` are what is known of it.
 */
export function withUnknown(
  messages: Messages,
  unknown: readonly { readonly before: Fitting; readonly after: Fitting }[],
  aspect: Aspect,
  facts: Facts,
): Messages {
  if (unknown.length === 0) return messages
  return changeWindows(messages, (window) => {
    const { narrow } = window
    if (window.isStale || !dependsOn(narrow, aspect)) return window
    const isUnsure = needsServer(narrow, aspect)
    const mayHold = unknown.some(
      ({ before, after }) =>
        covers(window, after.id) &&
        fits(narrow, after, facts) !== 'no' &&
        // It is not there although the range is known. So it was kept out by what changed, or by what has not changed.
        (isUnsure || fits(narrow, before, facts) === 'no'),
    )
    return mayHold ? stale(window, messages.position) : window
  })
}
