import { has, placeOf, withoutNumbers } from '../ascending.ts'
import type { Narrow } from './narrow.ts'

/** Messages of one narrow, as far as they are known, without a gap between them. */
export interface Window {
  /** Canonical. */
  readonly narrow: Narrow
  /** Ids of the messages, ascending. All of them are in `Messages.byId`. */
  readonly ids: readonly number[]
  /** Ids of the user's own messages that are still on their way, in the order of sending. They come after `ids`. */
  readonly echoes: readonly number[]
  /** Whether nothing older exists. */
  readonly hasOldest: boolean
  /** Whether nothing newer exists. New messages join only then. */
  readonly hasNewest: boolean
  /** Whether it has to be fetched again, because only the server can tell what belongs to it now. */
  readonly isStale: boolean
  /** The position of the messages when it became stale. */
  readonly staleAt?: number
  /** For a search: the content and topic of messages as HTML with the search words marked, by message id. */
  readonly matches?: ReadonlyMap<number, Match>
}

export interface Match {
  readonly content: string
  readonly subject: string
}

/** A stretch of ids, both ends included. */
export interface Range {
  readonly from: number
  readonly to: number
}

/** Returns the range in which a window holds every message of its narrow; undefined if it holds nothing for certain. */
export function rangeOf({ ids, hasOldest, hasNewest }: Window): Range | undefined {
  if (ids.length === 0 && !(hasOldest && hasNewest)) return undefined
  return {
    from: hasOldest ? Number.NEGATIVE_INFINITY : (ids[0] ?? 0),
    to: hasNewest ? Number.POSITIVE_INFINITY : (ids.at(-1) ?? 0),
  }
}

/** Whether a window would hold a message with this id if the message belonged to its narrow. */
export function covers(window: Window, id: number): boolean {
  const range = rangeOf(window)
  return range !== undefined && range.from <= id && id <= range.to
}

export const holds = ({ ids }: Window, id: number): boolean => has(ids, id)

/** Puts an id into its place. */
export function withId(window: Window, id: number): Window {
  const { ids } = window
  const place = placeOf(ids, id)
  if (ids[place] === id) return window
  return { ...window, ids: place === ids.length ? [...ids, id] : ids.toSpliced(place, 0, id) }
}

/** Takes out ascending ids. A window that knows neither end is stale when nothing is left: it has lost its place. */
export function withoutIds(window: Window, gone: readonly number[], position: number): Window {
  const ids = withoutNumbers(window.ids, gone)
  if (ids === window.ids) return window
  const next = { ...window, ids }
  return ids.length === 0 && !(window.hasOldest && window.hasNewest) ? stale(next, position) : next
}

export const stale = (window: Window, position: number): Window =>
  window.isStale ? window : { ...window, isStale: true, staleAt: position }

/** The ids to show: messages, then those on their way. */
export const shownIds = ({ ids, echoes }: Window): readonly number[] =>
  echoes.length === 0 ? ids : [...ids, ...echoes]
