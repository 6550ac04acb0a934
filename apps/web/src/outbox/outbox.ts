/*
 * Messages that are sent and not confirmed by the server yet, as a value. Every function returns a new outbox and leaves
 * the old one as it is; the runner beside it calls the server.
 *
 *   held ─▶ queued ⇄ sending ─▶ sent ─▶ (removed: the message event confirmed it)
 *              ▲        └─▶ failed      the server refused it; the writer decides
 *              └─ unsure                nobody knows any more whether it arrived; the writer decides
 *
 * - In one conversation, entries are sent one at a time and in order. An entry that failed holds up those behind it.
 * - Conversations do not wait for each other.
 * - A call that got no answer is made again with the same names. The server answers a repetition for a day without
 *   sending a second message, so repeating is safe for `safeHours`.
 */
import { destinationKey, type Destination } from './destination.ts'

export interface OutboxEntry {
  /** The `local_id` of the call. Random. */
  readonly localId: string
  /** The `queue_id` of the call. It stays the same when the page gets another queue. */
  readonly queueId: string
  readonly to: Destination
  /** Markdown. */
  readonly content: string
  /** Milliseconds since 1970. */
  readonly writtenAt: number
  readonly state: EntryState
}

/** Times are in milliseconds since 1970. */
export type EntryState =
  | { readonly kind: 'held'; readonly until: number }
  | { readonly kind: 'queued'; readonly tries: number; readonly notBefore: number }
  | { readonly kind: 'sending'; readonly tries: number }
  | { readonly kind: 'sent'; readonly messageId: number }
  /** `reason`: the sentence of the server. */
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'unsure' }

/** Entries in the order of writing. */
export type Outbox = readonly OutboxEntry[]

/** Parts of a new entry. */
export type NewEntry = Omit<OutboxEntry, 'state'> & { readonly heldUntil?: number }

/** The server knows a repetition for 24 hours. One hour less leaves room for clocks that differ. */
const safeHours = 23

/** Milliseconds until the next try: 1, 2, 4 … 60 seconds. */
const waitAfter = (tries: number) => Math.min(1000 * 2 ** (tries - 1), 60_000)

/** Adds an entry behind all others. */
export function enqueue(outbox: Outbox, { heldUntil, ...entry }: NewEntry): Outbox {
  const state: EntryState =
    heldUntil === undefined ? waiting(0, entry.writtenAt) : { kind: 'held', until: heldUntil }
  return [...outbox, { ...entry, state }]
}

/** Returns the entries to send now: of each conversation at most one. */
export function dueEntries(outbox: Outbox, now: number): OutboxEntry[] {
  return heads(outbox).filter((entry) => dueAt(entry) <= now)
}

/** Returns the time when the next entry is due, or undefined. In milliseconds since 1970. */
export function nextDue(outbox: Outbox): number | undefined {
  const next = Math.min(...heads(outbox).map(dueAt))
  return Number.isFinite(next) ? next : undefined
}

/** A call was begun. */
export const begin = (outbox: Outbox, localId: string): Outbox =>
  change(outbox, localId, ({ state }) => ({ kind: 'sending', tries: triesOf(state) + 1 }))

/** The server took the message. */
export const accept = (outbox: Outbox, localId: string, messageId: number): Outbox =>
  change(outbox, localId, () => ({ kind: 'sent', messageId }))

/** The server refused the message. */
export const refuse = (outbox: Outbox, localId: string, reason: string): Outbox =>
  change(outbox, localId, () => ({ kind: 'failed', reason }))

/** There was no answer, or one that asks to wait. `wait` is in milliseconds. */
export const postpone = (outbox: Outbox, localId: string, now: number, wait?: number): Outbox =>
  change(outbox, localId, ({ state }) => {
    const tries = triesOf(state)
    return waiting(tries, now + (wait ?? waitAfter(Math.max(tries, 1))))
  })

/** Removes an entry: its message is there, or the writer takes it back. */
export const remove = (outbox: Outbox, localId: string): Outbox =>
  outbox.some((entry) => entry.localId === localId)
    ? outbox.filter((entry) => entry.localId !== localId)
    : outbox

/** Removes the sent entries with messages that are on the screen. */
export function confirm(outbox: Outbox, isShown: (localId: string, messageId: number) => boolean): Outbox {
  const rest = outbox.filter(
    ({ localId, state }) => state.kind !== 'sent' || !isShown(localId, state.messageId),
  )
  return rest.length === outbox.length ? outbox : rest
}

/** Makes everything due that waits for its next try: the network is back. */
export function hurry(outbox: Outbox, now: number): Outbox {
  return outbox.map((entry) =>
    entry.state.kind === 'queued' && entry.state.notBefore > now
      ? { ...entry, state: { ...entry.state, notBefore: now } }
      : entry,
  )
}

/** Marks the entries as unsure that are too old to be sent without asking. */
export function age(outbox: Outbox, now: number): Outbox {
  const isOld = ({ state, writtenAt }: OutboxEntry) =>
    state.kind === 'queued' && now - writtenAt > safeHours * 3_600_000
  return outbox.some(isOld)
    ? outbox.map((entry) => (isOld(entry) ? { ...entry, state: { kind: 'unsure' } } : entry))
    : outbox
}

/** Sends a failed or unsure entry again, as a new message for the server. */
export function retry(
  outbox: Outbox,
  localId: string,
  names: Pick<OutboxEntry, 'localId' | 'queueId' | 'writtenAt'>,
) {
  return outbox.map((entry) =>
    entry.localId === localId ? { ...entry, ...names, state: waiting(0, names.writtenAt) } : entry,
  )
}

/** Moves unsent entries to where their conversation went. */
export function redirect(outbox: Outbox, from: Destination, to: Destination): Outbox {
  const key = destinationKey(from)
  return outbox.some((entry) => destinationKey(entry.to) === key)
    ? outbox.map((entry) => (destinationKey(entry.to) === key ? { ...entry, to } : entry))
    : outbox
}

/** Takes up the entries that an earlier page left. A call that was under way is made again. */
export function resume(kept: Outbox, now: number): Outbox {
  return kept
    .filter(({ state }) => state.kind !== 'sent')
    .toSorted((a, b) => a.writtenAt - b.writtenAt)
    .map((entry) => ({
      ...entry,
      state: entry.state.kind === 'sending' ? waiting(entry.state.tries, now) : entry.state,
    }))
}

/** Returns the entries of a conversation, oldest first. */
export function entriesTo(outbox: Outbox, to: Destination): OutboxEntry[] {
  const key = destinationKey(to)
  return outbox.filter((entry) => destinationKey(entry.to) === key)
}

const waiting = (tries: number, notBefore: number): EntryState => ({ kind: 'queued', tries, notBefore })

const triesOf = (state: EntryState) => (state.kind === 'queued' || state.kind === 'sending' ? state.tries : 0)

/** Returns the first entry of each conversation that the server does not have. */
function heads(outbox: Outbox): OutboxEntry[] {
  const first = new Map<string, OutboxEntry>()
  for (const entry of outbox) {
    const key = destinationKey(entry.to)
    if (entry.state.kind !== 'sent' && !first.has(key)) first.set(key, entry)
  }
  return [...first.values()]
}

function dueAt({ state }: OutboxEntry): number {
  if (state.kind === 'queued') return state.notBefore
  return state.kind === 'held' ? state.until : Number.POSITIVE_INFINITY
}

function change(outbox: Outbox, localId: string, next: (entry: OutboxEntry) => EntryState): Outbox {
  return outbox.some((entry) => entry.localId === localId)
    ? outbox.map((entry) => (entry.localId === localId ? { ...entry, state: next(entry) } : entry))
    : outbox
}
