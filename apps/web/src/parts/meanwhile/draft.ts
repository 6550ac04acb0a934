/** A value that one is changing, and the saved one that it was made from. */
export interface Draft<V> {
  readonly value: V
  readonly base: V
  /** Whether it is on its way to the server, or has arrived there and its event has not come yet. */
  readonly isSent?: boolean
  /** Whether the server has taken it. */
  readonly isTaken?: boolean
  /** A value of somebody else that was saved just before this one, and is replaced by it. */
  readonly over?: V
}

/** Returns the draft that is left once another value is saved: undefined if one's own is saved, or was none. */
export function afterSaved<V>(draft: Draft<V> | undefined, saved: V): Draft<V> | undefined {
  if (!draft || draft.value === draft.base) return undefined
  if (draft.value === saved) return draft.over === undefined ? undefined : { ...draft, base: saved }
  // It came and was taken back, before the page looked.
  if (draft.isTaken && draft.base === saved) return undefined
  if (!draft.isSent || draft.base === saved) return draft
  // The server made another value of one's own, or a third person came after: nothing is left to choose.
  return draft.over === undefined ? { ...draft, over: saved } : undefined
}

/** Returns the value of somebody else that stands against one's own, until one chooses; otherwise undefined. */
export function theirsOf<V>(draft: Draft<V> | undefined, saved: V): V | undefined {
  if (!draft || draft.value === draft.base) return draft?.value === saved ? draft.over : undefined
  if (draft.value === saved || draft.isSent || draft.base === saved) return undefined
  return saved
}

/** Returns the value to show: one's own, or the saved one. */
export const shownOf = <V>(draft: Draft<V> | undefined, saved: V): V =>
  !draft || draft.over !== undefined || draft.value === draft.base ? saved : draft.value
