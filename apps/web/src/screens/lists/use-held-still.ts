import type { RefObject } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { ListSection } from '#state/list-rows.ts'
import { heldOrder, movedRows } from './held-order.ts'

/**
 * Keeps the order of a list while the pointer or the focus is in it, so that nothing moves under a hand. Rows tell what is
 * new about them; new rows wait. Returns the sections to show, the number of rows that would move, and a function that
 * lets them. Another `choice` of rows is another list: it is shown at once.
 */
export function useHeldStill(
  region: RefObject<HTMLElement | null>,
  sections: readonly ListSection[],
  choice: string,
) {
  const [isHeld, setHeld] = useState(false)
  const order = useRef(sections)
  const shownChoice = useRef(choice)
  useEffect(() => {
    const list = region.current
    if (!list) return undefined
    // A finger holds nothing after it is lifted, though `:hover` stays where it was.
    let isOver = false
    const hold = () => setHeld(true)
    const release = () => {
      if (!isOver && !list.contains(document.activeElement)) setHeld(false)
    }
    const soon = () => setTimeout(release)
    const onEnter = ({ pointerType }: PointerEvent) => {
      if (pointerType === 'touch') return
      isOver = true
      hold()
    }
    const onLeave = () => {
      isOver = false
      soon()
    }
    list.addEventListener('pointerenter', onEnter)
    list.addEventListener('pointerleave', onLeave)
    list.addEventListener('focusin', hold)
    list.addEventListener('focusout', soon)
    return () => {
      list.removeEventListener('pointerenter', onEnter)
      list.removeEventListener('pointerleave', onLeave)
      list.removeEventListener('focusin', hold)
      list.removeEventListener('focusout', soon)
    }
  }, [region])
  if (!isHeld || shownChoice.current !== choice) order.current = sections
  shownChoice.current = choice
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
