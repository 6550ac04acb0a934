import { useEffect, useLayoutEffect, useState } from 'preact/hooks'
import { roomForAside } from '#actions/show-aside.ts'
import { roomBeside, shownBeside, threeColumns } from '#actions/stand-beside.ts'
import { mainColumn } from '#state/beside.ts'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { BesideColumn } from './beside-column.tsx'
import { useKept } from './use-kept.ts'

/** The conversations beside the main column: as many as the window has room for. */
export function BesideColumns() {
  const app = useApp()
  const { store } = app
  useRoom()
  useKept()
  const all = useKnown(({ beside }) => beside)
  const aside = useKnown((known) => known.aside)
  const shown = shownBeside({ beside: all, aside })
  const ids = shown.map(({ id }) => id).join(' ')
  useEffect(() => {
    const follow = ({ target }: Event) => {
      const column = target instanceof Element ? target.closest<HTMLElement>('[data-column]') : null
      if (column) store.set({ keysIn: Number(column.dataset['column']) })
    }
    // Before the handlers that ask which column has the keys.
    document.addEventListener('focusin', follow, true)
    document.addEventListener('pointerdown', follow, true)
    return () => {
      document.removeEventListener('focusin', follow, true)
      document.removeEventListener('pointerdown', follow, true)
    }
  }, [store])
  // A column that goes leaves the keys to the main one.
  useLayoutEffect(() => {
    const { keysIn } = store.get()
    if (!shown.some(({ id }) => id === keysIn)) store.set({ keysIn: mainColumn })
  }, [store, ids])
  return (
    <>
      {shown.map(({ id, view }, at) => (
        <BesideColumn key={id} id={id} view={view} hasSeparator={at === 0} />
      ))}
    </>
  )
}

/** Draws again when the window gets room for more columns, or for fewer. */
function useRoom(): void {
  const [, setRoom] = useState(roomBeside)
  useEffect(() => {
    const queries = [threeColumns, roomForAside].map((query) => matchMedia(query))
    const look = () => setRoom(roomBeside())
    for (const query of queries) query.addEventListener('change', look)
    look()
    return () => queries.forEach((query) => query.removeEventListener('change', look))
  }, [])
}
