import type { MessageView } from '@tagma/contract/address.ts'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import { ReadMarks } from '#actions/read-marks.ts'
import type { ListHandle } from '#parts/messages/message-list.tsx'
import {
  endsInSight,
  Jump,
  mayMark,
  presentMilliseconds,
  seenMilliseconds,
  Watch,
} from '#parts/messages/seen.ts'
import { mainColumn } from '#state/beside.ts'
import type { Column } from '#state/column.ts'
import { useApp } from '#state/use-app.ts'

interface ReadingOptions {
  readonly view: MessageView
  readonly list: { readonly current: ListHandle | null }
  /** Whether the reader marked something here as unread. */
  readonly isHeld: () => boolean
}

/** Events that show that somebody is there. */
const inputs = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart', 'focus'] as const

/** Those that scroll. */
const scrolling: ReadonlySet<string> = new Set(['wheel', 'touchstart'])

/** Whether a dialog lies over the page: nothing behind it is read. */
const isCovered = () => {
  for (const dialog of dialogs) if (dialog.matches(':modal')) return true
  return false
}
/** Kept up to date by the browser: it is asked with each frame of scrolling. */
const dialogs = document.getElementsByTagName('dialog')

interface Reading {
  /** Call it when what is on the screen may have changed. */
  readonly look: () => void
  /** Resolves when the server knows of all that was read. */
  readonly settle: () => Promise<void>
}

/** Follows whether somebody looks at a column: it has the keys, or a wheel or a finger scrolled there last. */
function attentionTo(column: Column) {
  let isScrolled = false
  return {
    isHere: () => isScrolled || column.hasKeys(),
    /** Takes in an input; returns whether that changes anything. */
    see({ type, target }: Event): boolean {
      const was = isScrolled
      if (type !== 'pointermove')
        isScrolled = scrolling.has(type) && target instanceof Node && column.element().contains(target)
      return isScrolled !== was && !column.hasKeys()
    },
  }
}

/** Marks as read what was seen in the column that has the keys, or that somebody scrolls. */
export function useReading({ view, list, isHeld }: ReadingOptions): Reading {
  const app = useApp()
  const parts = useRef<Reading>({ look: () => undefined, settle: () => Promise.resolve() })
  const state = useRef({ view, isHeld })
  state.current = { view, isHeld }
  useEffect(() => {
    const marks = new ReadMarks(app)
    const watch = new Watch()
    const attention = attentionTo(app.column)
    const { clock, column, store } = app
    let lastInput = clock.now()
    let timer: ReturnType<typeof setTimeout> | undefined
    const jump = new Jump(view.at && 'near' in view.at ? view.at.near : undefined)
    const look = () => {
      clearTimeout(timer)
      const now = clock.now()
      const { state: known, messages, place, isPreview } = store.get()
      const { kind } = state.current.view
      const isAllowed = mayMark({
        isVisible: document.visibilityState === 'visible',
        isFocused: document.hasFocus(),
        lastInput,
        now,
        policy: known?.user_settings?.web_mark_read_on_scroll_policy ?? 1,
        view: kind,
        // A preview and the results of a search mark nothing as read.
        isHeld:
          state.current.isHeld() || (column.id === mainColumn && (isPreview || place.kind === 'search')),
      })
      // The answer to a question may delete what was read: the server hears of it first.
      if (isCovered()) void marks.flush()
      if (!isAllowed || isCovered() || !attention.isHere()) return watch.forget()
      jump.look(list.current?.anchor()?.id)
      const ends = (list.current?.ends() ?? []).filter(
        ({ id }) => messages.byId.get(id)?.flags.includes('read') === false && !jump.isOver(id),
      )
      const inSight = endsInSight(ends, list.current?.column() ?? { height: 0, isAtEnd: false })
      marks.add(watch.look(inSight, now))
      if (inSight.length > 0) timer = setTimeout(look, seenMilliseconds)
    }
    const onInput = (event: Event) => {
      const wasAway = clock.now() - lastInput > presentMilliseconds
      lastInput = clock.now()
      if (attention.see(event) || wasAway) look()
    }
    const onChange = () => {
      if (document.visibilityState === 'hidden') void marks.flush(true)
      look()
    }
    const onFocus = () => {
      lastInput = clock.now()
      look()
    }
    const onLeave = () => void marks.flush(true)
    const ending = new AbortController()
    const { signal } = ending
    for (const name of inputs) addEventListener(name, onInput, { signal, passive: true, capture: true })
    addEventListener('focus', onFocus, { signal })
    addEventListener('blur', look, { signal })
    // The focus goes into a dialog, and back when it is closed.
    addEventListener('focusin', look, { signal })
    addEventListener('pagehide', onLeave, { signal })
    document.addEventListener('visibilitychange', onChange, { signal })
    parts.current = { look, settle: () => marks.flush() }
    look()
    return () => {
      clearTimeout(timer)
      ending.abort()
      void marks.flush()
    }
  }, [app, view])
  return useMemo(() => ({ look: () => parts.current.look(), settle: () => parts.current.settle() }), [])
}
