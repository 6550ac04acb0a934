import type { Answer } from '@tagma/contract/define.ts'
import type { getMessages } from '@tagma/contract/endpoints/messages/get-messages.ts'
import { replayed } from './apply-to-messages.ts'
import { placeEchoes, replaceEcho } from './echoes.ts'
import type { Facts } from './facts.ts'
import { messageOf } from './message.ts'
import { type Messages, withinLimits, withoutOrphans } from './messages.ts'
import { canonicalNarrow, type Narrow, narrowKey } from './narrow.ts'
import { withFetched } from './recheck.ts'
import { holds, type Match, type Range, rangeOf, stale, type Window } from './window.ts'

/** An answer of GET /messages around an anchor. */
export type Page = Pick<Answer<typeof getMessages>, 'messages' | 'anchor' | 'found_oldest' | 'found_newest'>

interface PageContext {
  readonly facts: Facts
  /** `Messages.position` when the page was asked for. Events that came since are applied to the page. */
  readonly asOf: number
}

/**
 * Takes in messages that were fetched for a narrow. A page that touches the window of the narrow grows it; any other
 * page takes the window's place, and so does the first page that was asked for after the window became stale.
 *
 * Ask for older messages with the window's first id as the anchor, for newer ones with its last id.
 */
export function addPage(messages: Messages, narrow: Narrow, page: Page, context: PageContext): Messages {
  const { facts, asOf } = context
  const canonical = canonicalNarrow(narrow, facts.userId)
  const key = narrowKey(canonical)
  const known = messages.windows.get(key)
  const window = joined(known, canonical, page, asOf)
  const fetched = page.messages.map((message) => messageOf(message, message.flags))
  let next = withFetched(messages, fetched, key, facts)
  next = { ...next, windows: new Map(next.windows).set(key, window) }
  for (const { id } of messages.echoes.size > 0 ? page.messages : [])
    next = replaceEcho(next, id, undefined, facts)
  const missed = messages.position - asOf
  next =
    missed > messages.recent.length
      ? { ...next, windows: new Map(next.windows).set(key, stale(window, messages.position)) }
      : replayed(next, missed > 0 ? messages.recent.slice(-missed) : [], facts)
  if (known && known.ids.some((id) => !holds(window, id))) next = withoutOrphans(next)
  return withinLimits(placeEchoes(next, facts))
}

function joined(known: Window | undefined, narrow: Narrow, page: Page, asOf: number): Window {
  const matches = matchesOf(page)
  const fresh: Window = {
    narrow,
    ids: page.messages.map(({ id }) => id),
    echoes: known?.echoes ?? [],
    hasOldest: page.found_oldest,
    hasNewest: page.found_newest,
    isStale: false,
    ...(matches ? { matches } : {}),
  }
  const old = known && rangeOf(known)
  if (!known || !old || (known.isStale && asOf >= (known.staleAt ?? 0))) return fresh
  const range = pageRange(page, known)
  if (!range || range.from > old.to || old.from > range.to) return fresh
  const ids = [
    ...known.ids.filter((id) => id < range.from),
    ...fresh.ids,
    ...known.ids.filter((id) => id > range.to),
  ]
  return {
    ...known,
    ids: withAnchor(ids, page.anchor, known),
    hasOldest: known.hasOldest || page.found_oldest,
    hasNewest: known.hasNewest || page.found_newest,
    ...(matches || known.matches ? { matches: new Map([...(known.matches ?? []), ...(matches ?? [])]) } : {}),
  }
}

/**
 * Returns the stretch for which a page holds all messages. It reaches to the anchor if the window has that message:
 * pages of older and newer messages are asked for without it.
 */
function pageRange({ messages, anchor, found_oldest, found_newest }: Page, known: Window): Range | undefined {
  const ids = messages.map(({ id }) => id)
  const ends = anchor !== undefined && holds(known, anchor) ? [...ids, anchor] : ids
  if (ends.length === 0 && !(found_oldest && found_newest)) return undefined
  return {
    from: found_oldest ? Number.NEGATIVE_INFINITY : Math.min(...ends),
    to: found_newest ? Number.POSITIVE_INFINITY : Math.max(...ends),
  }
}

/** Puts the anchor back: the page may have been asked for without it. */
function withAnchor(ids: readonly number[], anchor: number | undefined, known: Window): readonly number[] {
  if (anchor === undefined || !holds(known, anchor) || ids.includes(anchor)) return ids
  return [...ids, anchor].toSorted((a, b) => a - b)
}

function matchesOf({ messages }: Page): ReadonlyMap<number, Match> | undefined {
  const found = messages.flatMap(({ id, match_content: content, match_subject: subject }) =>
    content === undefined || subject === undefined ? [] : [[id, { content, subject }] as const],
  )
  return found.length > 0 ? new Map(found) : undefined
}
