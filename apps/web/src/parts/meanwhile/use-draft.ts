import { useEffect, useRef, useState } from 'preact/hooks'
import { afterSaved, type Draft, shownOf, theirsOf } from './draft.ts'

export interface Drafting<V> {
  /** The value to show: the reader's own, or the saved one. */
  readonly value: V
  /** The value that somebody else saved since the reader began, until the reader chooses between the two. */
  readonly theirs: V | undefined
  /** Whether the reader's own value is on its way to the server. */
  readonly isBusy: boolean
  /** Call it when the reader begins to choose, if that takes a while: the value saved by then is the one that they saw. */
  readonly begin: () => void
  readonly set: (value: V) => void
  /**
   * Saves a value; with `by`, together with others. If somebody else has saved another value in the meantime, sends nothing,
   * and lets the reader choose first. Resolves with whether the value was saved.
   */
  readonly save: (value: V, by?: (value: V) => Promise<boolean>) => Promise<boolean>
  /** Saves a value as `save` does, and gives it up if the server refuses it. */
  readonly choose: (value: V) => Promise<void>
  readonly keepMine: () => void
  readonly keepTheirs: () => void
  /** Gives the reader's own value up. */
  readonly drop: () => void
}

/**
 * Lets a control change a value that others may change at the same time. The server keeps the last value that it gets. So the
 * value that was saved when the reader began is compared with each one that arrives until the reader's own is saved. `onSave`
 * resolves with whether it was. `version` is another object after each change, also after one that was undone before the page
 * was drawn.
 */
export function useDraft<V>(
  saved: V,
  onSave: (value: V) => Promise<boolean>,
  version?: unknown,
): Drafting<V> {
  const [draft, setDraft] = useState<Draft<V>>()
  const inSight = useRef<{ readonly value: V } | undefined>(undefined)
  useEffect(() => setDraft((known) => afterSaved(known, saved)), [saved, version])
  const theirs = theirsOf(draft, saved)
  const last = useRef<Promise<unknown>>(undefined)
  const made = (value: V): Draft<V> => {
    if (draft?.over !== undefined || !draft)
      return { value, base: inSight.current ? inSight.current.value : saved }
    // When this value arrives, the one that is on its way will be the saved one.
    return draft.isSent ? { value, base: draft.value } : { ...draft, value }
  }
  const send = async (next: Draft<V>, by = onSave) => {
    inSight.current = undefined
    setDraft({ ...next, isSent: true })
    // The server has to get the values in the order in which they were chosen.
    const before = last.current
    const arriving = (async () => {
      await before
      return by(next.value)
    })()
    last.current = arriving.catch(() => undefined)
    const isDone = await arriving
    setDraft((known) => {
      // The reader may have typed on or chosen another value, or the event may have come.
      if (!known?.isSent || known.value !== next.value) return known
      return isDone ? { ...known, isTaken: true } : { value: known.value, base: known.base }
    })
    return isDone
  }
  const save = async (value: V, by?: (value: V) => Promise<boolean>) => {
    const next = made(value)
    if (value === saved && draft?.isSent !== true) {
      setDraft(undefined)
      return true
    }
    if (theirsOf(next, saved) === undefined) return send(next, by)
    setDraft(next)
    return false
  }
  return {
    value: shownOf(draft, saved),
    theirs,
    isBusy: draft?.isSent === true,
    begin() {
      inSight.current = { value: saved }
    },
    set: (value) => setDraft(made(value)),
    save,
    async choose(value) {
      await save(value, async (next) => {
        const isDone = await onSave(next)
        if (!isDone) setDraft(undefined)
        return isDone
      })
    },
    keepMine() {
      if (!draft || draft.value === saved) setDraft(undefined)
      else void send({ value: draft.value, base: saved })
    },
    keepTheirs() {
      setDraft(undefined)
      // The reader's value has replaced theirs already, so theirs is saved again.
      if (theirs !== undefined && theirs !== saved) void send({ value: theirs, base: saved })
    },
    drop: () => setDraft(undefined),
  }
}
