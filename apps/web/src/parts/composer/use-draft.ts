import type { RefObject } from 'preact'
import { useEffect, useLayoutEffect, useMemo } from 'preact/hooks'
import { draftKey, type DraftPlace } from '#outbox/drafts.ts'
import type { ShownBox, Writing } from '#outbox/writing.ts'
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
 * box goes or the page is hidden. A text that comes from elsewhere goes into the box. Another place has another box.
 */
export function useDraft(to: DraftPlace, box: RefObject<HTMLTextAreaElement | null>): DraftOfBox {
  const { store, writing } = useApp()
  const key = draftKey(to)
  const draft = useMemo(() => new BoundDraft(writing, store.get().drafts.get(key)?.content ?? ''), [key])
  draft.place = to
  // The box is there, and that of the place before is not any more.
  useLayoutEffect(() => draft.bind(box.current!), [draft, box])
  useLayoutEffect(
    () => store.subscribe(() => draft.take(store.get().drafts.get(key)?.content ?? '')),
    [store, key, draft],
  )
  useLayoutEffect(() => writing.showBox(draft.place, draft), [writing, draft])
  useEffect(() => {
    const leave = () => {
      draft.keep()
      writing.drafts.flush()
    }
    const onHide = () => document.visibilityState === 'hidden' && leave()
    document.addEventListener('visibilitychange', onHide)
    return () => {
      document.removeEventListener('visibilitychange', onHide)
      leave()
    }
  }, [draft, writing])
  return draft
}

/** The draft of one place, and its box while that is on the screen. */
class BoundDraft implements DraftOfBox, ShownBox {
  readonly initial: string
  /** A new topic is the same place under each title that is tried. */
  place!: DraftPlace
  readonly #writing: Writing
  #box: HTMLTextAreaElement | undefined
  /** The text that the draft has, and what is typed since. */
  #shown: string
  #pending: { readonly text: string; readonly timer: ReturnType<typeof setTimeout> } | undefined

  constructor(writing: Writing, initial: string) {
    this.#writing = writing
    this.initial = initial
    this.#shown = initial
  }

  /** Takes the box. Returns a function that lets go of it. */
  bind(box: HTMLTextAreaElement): () => void {
    this.#box = box
    // The browser puts the cursor before a text that was there first. What is selected stays so.
    const goOn = () => box.selectionEnd === 0 && box.setSelectionRange(box.value.length, box.value.length)
    box.addEventListener('focus', goOn, { once: true })
    return () => {
      box.removeEventListener('focus', goOn)
      this.#box = undefined
    }
  }

  readonly write = (text: string): void => {
    if (this.#pending) clearTimeout(this.#pending.timer)
    else if (text === this.#shown) return
    this.#pending = { text, timer: setTimeout(() => this.keep(), pause) }
  }

  readonly end = (): void => {
    if (this.#pending) clearTimeout(this.#pending.timer)
    this.#pending = undefined
    if (this.#box) fill(this.#box, '')
    this.#shown = ''
    this.#writing.drafts.end(this.place)
  }

  /** Takes the text of the draft, unless the box is ahead of it. */
  take(text: string): void {
    if (this.#pending || text === this.#shown || text === this.#box?.value) return
    this.#shown = text
    if (this.#box) fill(this.#box, text)
  }

  keep(): void {
    if (!this.#pending) return
    clearTimeout(this.#pending.timer)
    this.#shown = this.#pending.text
    this.#pending = undefined
    this.#writing.drafts.write(this.place, this.#shown)
  }

  append(link: string): void {
    if (this.#box) appendLink(this.#box, link)
  }

  hasFocus(): boolean {
    return document.activeElement === this.#box
  }

  focus(): void {
    this.#box?.focus()
  }
}

/** Sets the text of a box from outside. The input event tells the parts around it. */
function fill(box: HTMLTextAreaElement, text: string): void {
  box.value = text
  box.dispatchEvent(new InputEvent('input', { bubbles: true }))
}
