import type { RefObject } from 'preact'
import { useCallback, useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { draftKey, type DraftPlace } from '#outbox/drafts.ts'
import { useApp } from '#state/use-app.ts'
import { appendLink } from './written.ts'

/** Milliseconds after a key until the text is kept. */
const pause = 300

interface DraftOfBox {
  /** The text when the box appears. */
  readonly initial: string
  /** Takes each change of the text. */
  readonly write: (text: string) => void
  /** Empties the box: the text was sent. */
  readonly end: () => void
}

/**
 * Binds a box to the draft of its place. The box holds what is typed; the draft follows after a pause, and at once when the
 * box goes or the page is hidden. A text that comes from elsewhere goes into the box.
 */
export function useDraft(to: DraftPlace, box: RefObject<HTMLTextAreaElement | null>): DraftOfBox {
  const { store, writing } = useApp()
  const key = draftKey(to)
  const place = useRef(to)
  place.current = to
  const initial = useRef(store.get().drafts.get(key)?.content ?? '').current
  /** The text that the draft has, and what is typed since. */
  const shown = useRef(initial)
  const pending = useRef<{ text: string; timer: ReturnType<typeof setTimeout> } | undefined>(undefined)

  const keep = useCallback(() => {
    if (!pending.current) return
    clearTimeout(pending.current.timer)
    shown.current = pending.current.text
    pending.current = undefined
    writing.drafts.write(place.current, shown.current)
  }, [writing])
  const write = useCallback(
    (text: string) => {
      if (pending.current) clearTimeout(pending.current.timer)
      else if (text === shown.current) return
      pending.current = { text, timer: setTimeout(keep, pause) }
    },
    [keep],
  )
  const end = useCallback(() => {
    if (pending.current) clearTimeout(pending.current.timer)
    pending.current = undefined
    fill(box.current!, '')
    shown.current = ''
    writing.drafts.end(place.current)
  }, [box, writing])

  useLayoutEffect(
    () =>
      store.subscribe(() => {
        const text = store.get().drafts.get(key)?.content ?? ''
        if (pending.current || text === shown.current || text === box.current?.value) return
        shown.current = text
        if (box.current) fill(box.current, text)
      }),
    [store, key, box],
  )
  useLayoutEffect(
    () =>
      writing.showBox(place.current, {
        append: (link) => appendLink(box.current!, link),
        keep,
        hasFocus: () => document.activeElement === box.current,
        focus: () => box.current?.focus(),
      }),
    [writing, key, box, keep],
  )
  useEffect(() => {
    const leave = () => {
      keep()
      writing.drafts.flush()
    }
    const onHide = () => document.visibilityState === 'hidden' && leave()
    document.addEventListener('visibilitychange', onHide)
    return () => {
      document.removeEventListener('visibilitychange', onHide)
      leave()
    }
  }, [keep, writing])
  return { initial, write, end }
}

/** Sets the text of a box from outside. The input event tells the parts around it. */
function fill(box: HTMLTextAreaElement, text: string): void {
  box.value = text
  box.dispatchEvent(new InputEvent('input', { bubbles: true }))
}
