import type { RefObject } from 'preact'
import { useEffect } from 'preact/hooks'
import { keyOf } from '#keys/key-map.ts'
import { useApp } from '#state/use-app.ts'
import { RowPreview } from './row-preview.ts'

/** Links of a column that arrows move among. */
const links = '.list a.row, .settings-menu a, .places a.place'
/** Links that are one stop of the Tab key together. */
const rows = 'a.row'

/**
 * Moves the focus among the links of places and lists: arrows, `j` and `k`, Home and End; to the sides into the column
 * beside. The Tab key stops at one row of a list: the last one with the focus, else the open one, else the first. Keys begin
 * there while nothing has the focus and no message is in sight. Arrows show the conversation of the row that they lead to.
 * Draws nothing.
 */
export function ColumnKeys({ page }: { readonly page: RefObject<HTMLElement | null> }) {
  const app = useApp()
  const { commands, store } = app
  useEffect(() => {
    const shell = page.current
    const column = shell?.querySelector('.list-column')
    if (!shell || !column) return undefined
    const preview = new RowPreview(app)
    let last: string | undefined
    const placeStop = () => {
      const all = [...column.querySelectorAll<HTMLElement>(rows)]
      const stop =
        all.find((row) => row.dataset['key'] === last) ??
        all.find((row) => row.ariaCurrent === 'page') ??
        all[0]
      for (const row of all) row.tabIndex = row === stop ? 0 : -1
    }
    const onFocus = ({ target }: FocusEvent) => {
      const row = target instanceof Element ? target.closest<HTMLElement>(rows) : null
      if (!row) return
      last = row.dataset['key']
      placeStop()
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
      const { target } = event
      const pressed = keyOf(event)
      const key = store.get().device.hasSingleKeys || pressed.length > 1 ? pressed : ''
      const link = target instanceof Element ? target.closest<HTMLElement>(links) : null
      if (link ? moves(key, link) : target === document.body && begins(key)) event.preventDefault()
    }
    const begins = (key: string) =>
      indexAfter(key, 1, 2) >= 0 &&
      shell.querySelector('article') === null &&
      goTo(column.querySelector<HTMLElement>(`${rows}[tabindex="0"]`))
    const moves = (key: string, link: HTMLElement): boolean => {
      const side = sideOf(key, getComputedStyle(shell).direction === 'rtl')
      if (side) return commands.run(side)
      const all = [...link.closest('.list, .places')!.querySelectorAll<HTMLElement>(links)]
      return goTo(all[indexAfter(key, all.indexOf(link), all.length)])
    }
    const goTo = (goal: HTMLElement | null | undefined): boolean => {
      goal?.focus({ preventScroll: true })
      goal?.scrollIntoView({ block: 'nearest' })
      if (goal) preview.soon(goal)
      return Boolean(goal)
    }
    placeStop()
    // Rows come while one scrolls, fold and unfold; another place has others.
    const changes = new MutationObserver(placeStop)
    changes.observe(column, { childList: true, subtree: true, attributeFilter: ['aria-current'] })
    column.addEventListener('focusin', onFocus as EventListener)
    document.addEventListener('keydown', onKey)
    document.addEventListener('focusin', preview.follow)
    return () => {
      changes.disconnect()
      column.removeEventListener('focusin', onFocus as EventListener)
      document.removeEventListener('keydown', onKey)
      document.removeEventListener('focusin', preview.follow)
      preview.end()
    }
  }, [page, app])
  return null
}

/** Returns the command of an arrow to the side. */
function sideOf(key: string, isMirrored: boolean): 'nextColumn' | 'previousColumn' | undefined {
  if (key !== 'ArrowRight' && key !== 'ArrowLeft') return undefined
  return (key === 'ArrowRight') !== isMirrored ? 'nextColumn' : 'previousColumn'
}

/** Returns where a key leads to from a place in a list, or -1. */
function indexAfter(key: string, at: number, count: number): number {
  switch (key) {
    case 'ArrowDown':
    case 'j':
    case 'J':
      return at + 1
    case 'ArrowUp':
    case 'k':
    case 'K':
      return at - 1
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return -1
  }
}
