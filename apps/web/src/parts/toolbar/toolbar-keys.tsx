import { useEffect, useRef } from 'preact/hooks'

/**
 * Makes the toolbar around it one stop of the Tab key. Arrows, Home and End move among its buttons, and Tab comes back to the
 * button that had the focus last. Draws nothing.
 */
export function ToolbarKeys() {
  const mark = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const toolbar = mark.current?.closest<HTMLElement>('[role="toolbar"]')
    return toolbar ? oneStop(toolbar) : undefined
  }, [])
  return <span ref={mark} hidden />
}

function oneStop(toolbar: HTMLElement): () => void {
  let last: HTMLElement | undefined
  const placeStop = () => {
    const all = buttonsOf(toolbar)
    // Narrow windows have no room for some buttons.
    const shown = all.filter((button) => button.checkVisibility())
    const stop = shown.find((button) => button === last) ?? shown[0]
    for (const button of all) button.tabIndex = button === stop ? 0 : -1
  }
  const onFocus = ({ target }: FocusEvent) => {
    last = buttonsOf(toolbar).find((button) => button === target) ?? last
    placeStop()
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    const shown = buttonsOf(toolbar).filter((button) => button.checkVisibility())
    const at = shown.findIndex((button) => button === event.target)
    const isMirrored = getComputedStyle(toolbar).direction === 'rtl'
    const goal = at < 0 ? undefined : shown[indexAfter(event.key, isMirrored, { at, count: shown.length })]
    if (!goal) return
    event.preventDefault()
    // On the page, arrows have other meanings.
    event.stopPropagation()
    goal.focus()
  }
  placeStop()
  const children = new MutationObserver(placeStop)
  children.observe(toolbar, { childList: true, subtree: true })
  const room = new ResizeObserver(placeStop)
  room.observe(toolbar)
  toolbar.addEventListener('focusin', onFocus)
  toolbar.addEventListener('keydown', onKey)
  return () => {
    children.disconnect()
    room.disconnect()
    toolbar.removeEventListener('focusin', onFocus)
    toolbar.removeEventListener('keydown', onKey)
  }
}

/** The buttons of a toolbar, without those in the menus that they open. */
const buttonsOf = (toolbar: HTMLElement): HTMLElement[] =>
  [...toolbar.querySelectorAll('button')].filter(
    (button) => button.closest('[role="toolbar"], [role="menu"], dialog, [popover]') === toolbar,
  )

/** Returns where a key leads to from a place in a row that goes round, or NaN. */
function indexAfter(
  key: string,
  isMirrored: boolean,
  { at, count }: { readonly at: number; readonly count: number },
): number {
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  if (key !== 'ArrowRight' && key !== 'ArrowLeft') return Number.NaN
  return (key === 'ArrowRight') !== isMirrored ? (at + 1) % count : (at - 1 + count) % count
}
