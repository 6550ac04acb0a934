/** The reader's own value of something, which is not saved yet. */
export interface Draft<V> {
  readonly value: V
  /** The saved value when the reader began. */
  readonly base: V
  /** Whether the value was sent and its event has not come yet. */
  readonly isSent?: boolean
  /** Whether the server has taken it. */
  readonly isTaken?: boolean
  /** A value that somebody else saved just before, and that this one replaced. */
  readonly over?: V
}

/** Returns the draft after a value was saved; undefined if nothing is left of it, such as when the reader's value is saved. */
export function afterSaved<V>(draft: Draft<V> | undefined, saved: V): Draft<V> | undefined {
  if (!draft || draft.value === draft.base) return undefined
  if (draft.value === saved) return draft.over === undefined ? undefined : { ...draft, base: saved }
  // The reader's value was saved and undone before the page was drawn.
  if (draft.isTaken && draft.base === saved) return undefined
  if (!draft.isSent || draft.base === saved) return draft
  // The server changed the reader's value, or a third person saved after it: nothing is left to choose.
  return draft.over === undefined ? { ...draft, over: saved } : undefined
}

/** Returns the value of somebody else between which and their own the reader has to choose, or undefined. */
export function theirsOf<V>(draft: Draft<V> | undefined, saved: V): V | undefined {
  if (!draft || draft.value === draft.base) return draft?.value === saved ? draft.over : undefined
  if (draft.value === saved || draft.isSent || draft.base === saved) return undefined
  return saved
}

/** Returns the value to show: the reader's own, or the saved one. */
export const shownOf = <V>(draft: Draft<V> | undefined, saved: V): V =>
  !draft || draft.over !== undefined || draft.value === draft.base ? saved : draft.value
