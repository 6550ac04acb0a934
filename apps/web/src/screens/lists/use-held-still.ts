import type { RefObject } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { ListSection } from '#state/list-rows.ts'
import { heldOrder, movedRows } from './held-order.ts'

/**
 * Keeps the order of a list while the pointer or the focus is in it, so that nothing moves under a hand. Rows tell what is
 * new about them; new rows wait. Returns the sections to show, the number of rows that would move, and a function that
 * lets them.
 */
export function useHeldStill(region: RefObject<HTMLElement | null>, sections: readonly ListSection[]) {
  const [isHeld, setHeld] = useState(false)
  const order = useRef(sections)
  useEffect(() => {
    const list = region.current
    if (!list) return undefined
    const hold = () => setHeld(true)
    const release = () => {
      if (!list.matches(':hover') && !list.contains(document.activeElement)) setHeld(false)
    }
    const soon = () => setTimeout(release)
    // A finger holds nothing after it is lifted.
    const onPointer = (event: PointerEvent) => event.pointerType !== 'touch' && hold()
    list.addEventListener('pointerenter', onPointer)
    list.addEventListener('pointerleave', soon)
    list.addEventListener('focusin', hold)
    list.addEventListener('focusout', soon)
    return () => {
      list.removeEventListener('pointerenter', onPointer)
      list.removeEventListener('pointerleave', soon)
      list.removeEventListener('focusin', hold)
      list.removeEventListener('focusout', soon)
    }
  }, [region])
  if (!isHeld) order.current = sections
  const shown = isHeld ? heldOrder(order.current, sections) : sections
  return {
    shown,
    behind: isHeld ? movedRows(order.current, sections) : 0,
    release: () => {
      order.current = sections
      setHeld(false)
    },
  }
}
