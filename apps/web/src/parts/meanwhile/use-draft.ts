import { useEffect, useRef, useState } from 'preact/hooks'
import { afterSaved, type Draft, shownOf, theirsOf } from './draft.ts'

export interface Drafting<V> {
  /** The value to show: one's own, or the saved one. */
  readonly value: V
  /** The value that somebody else saved since one began, until one chooses between the two. */
  readonly theirs: V | undefined
  /** Whether one's own value is on its way. */
  readonly isBusy: boolean
  /** Remembers the saved value as the one that is in sight, where choosing takes a while. */
  readonly begin: () => void
  readonly set: (value: V) => void
  /**
   * Saves a value, by `by` if it is saved together with others. Somebody else saved another one meanwhile: nothing is sent, one
   * chooses first. Resolves with whether it was saved.
   */
  readonly save: (value: V, by?: (value: V) => Promise<boolean>) => Promise<boolean>
  /** Saves a value as `save` does, and gives it up if the server refuses it. */
  readonly choose: (value: V) => Promise<void>
  readonly keepMine: () => void
  readonly keepTheirs: () => void
  /** Gives one's own value up. */
  readonly drop: () => void
}

/**
 * Lets a control change a value that others may change at the same time. The server takes the last one, so the value that is
 * saved when one begins is compared with what arrives until one's own is saved. `onSave` resolves with whether it was.
 * `version` is another object after each change, also after one that was undone before the page was drawn.
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
    // The value that is on its way is the saved one by the time that this one arrives.
    return draft.isSent ? { value, base: draft.value } : { ...draft, value }
  }
  const send = async (next: Draft<V>, by = onSave) => {
    inSight.current = undefined
    setDraft({ ...next, isSent: true })
    // The server takes them in the order in which they were chosen.
    const before = last.current
    const arriving = (async () => {
      await before
      return by(next.value)
    })()
    last.current = arriving.catch(() => undefined)
    const isDone = await arriving
    setDraft((known) => {
      // One may have typed on or chosen another one, or the event may have come.
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
      // Theirs was replaced already: it is saved once more.
      if (theirs !== undefined && theirs !== saved) void send({ value: theirs, base: saved })
    },
    drop: () => setDraft(undefined),
  }
}
