import type { RefObject } from 'preact'
import { useEffect } from 'preact/hooks'
import { isNarrow } from '#parts/use-narrow.ts'
import { drawAside, edgeAt } from './draw-aside.ts'

/**
 * Presses the way back of a narrow screen, which is marked `data-back`, when a finger draws from the edge where lines begin.
 * Of several that are in sight the last one is meant: it lies over the others. Dialogs have no way back but their own. Draws
 * nothing itself.
 */
export function EdgeSwipe({ page }: { readonly page: RefObject<HTMLElement | null> }) {
  useEffect(() => {
    const shell = page.current
    if (!shell) return undefined
    let letGo = () => {}
    const onPress = (event: PointerEvent) => {
      letGo()
      if (event.pointerType !== 'touch' || !event.isPrimary || !isNarrow()) return
      if (edgeAt(event.clientX, getComputedStyle(shell).direction === 'rtl') !== 'start') return
      if (!(event.target instanceof Element) || event.target.closest('dialog, [popover]')) return
      const back = () =>
        [...shell.querySelectorAll<HTMLElement>('[data-back]')].findLast((each) => each.checkVisibility())
      if (back()) letGo = drawAside(event, shell, { end: () => back()?.click() })
    }
    shell.addEventListener('pointerdown', onPress)
    return () => {
      letGo()
      shell.removeEventListener('pointerdown', onPress)
    }
  }, [page])
  return null
}
