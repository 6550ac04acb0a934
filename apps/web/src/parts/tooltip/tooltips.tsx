import { useEffect, useRef, useState } from 'preact/hooks'
import { placeBeside } from '#parts/menu/place.ts'

/** Milliseconds that the pointer rests before a tooltip appears. */
const patience = 500
/** Milliseconds that a tooltip stays after the pointer has left, which may be on its way into the tooltip. */
const grace = 200

/** Pixels of an element at the window's lower edge that its tooltip covers, rather than stand above it. */
const mostCovered = 10

/** Keys that move the focus. Of all keys, only these show tooltips: after others, a tooltip would cover what the key opens. */
const movesFocus = /^(?:Tab|F6|Home|End|Arrow.+)$/

/**
 * Shows the text of `data-tip` of the element under the pointer or with the focus. One component serves the whole page, so
 * the rows of a list cost nothing. A finger taps an element that does nothing else, such as a time. The text only repeats or
 * adds something: an element that needs a name has `aria-label`. The pointer can go into a tooltip, which stays until pointer
 * and focus are elsewhere. Escape hides the tooltip and then does nothing else.
 */
export function Tooltips() {
  const [target, setTarget] = useState<HTMLElement>()
  const tip = useRef<HTMLDivElement>(null)
  useEffect(() => listen(tip, setTarget), [])
  useEffect(() => {
    const element = tip.current
    if (!element || !target) return
    element.showPopover()
    const size = { width: element.offsetWidth, height: element.offsetHeight }
    const box = target.getBoundingClientRect()
    const middle = (box.left + box.right) / 2
    const anchor = { ...edges(box), left: middle - size.width / 2 }
    const place = placeBeside(anchor, size, { width: innerWidth, height: innerHeight }, 'left')
    // Above a tool in the box, a tooltip would cover the text that one writes.
    const lowest = innerHeight - size.height - 2
    const top = place.top < box.top && box.bottom - lowest <= mostCovered ? lowest : place.top
    element.style.left = `${place.left}px`
    element.style.top = `${top}px`
    element.style.setProperty('--over-target', `${top < box.top ? 0 : box.bottom - top}px`)
  }, [target])
  if (!target) return null
  return (
    <div ref={tip} class="tooltip" role="tooltip" popover="manual" dir="auto">
      {target.dataset['tip']}
    </div>
  )
}

const edges = ({ left, top, right, bottom }: DOMRect) => ({ left, top, right, bottom })

function listen(
  tip: { readonly current: HTMLElement | null },
  show: (target: HTMLElement | undefined) => void,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let shown: HTMLElement | undefined
  const set = (target: HTMLElement | undefined) => {
    clearTimeout(timer)
    if (shown !== target) show((shown = target))
  }
  const tipped = (event: Event) =>
    event.target instanceof Element ? event.target.closest<HTMLElement>('[data-tip]') : null
  const onOver = (event: PointerEvent) => {
    if (event.pointerType === 'touch') return
    const target = tip.current?.contains(event.target as Node) ? shown : (tipped(event) ?? undefined)
    clearTimeout(timer)
    if (target === shown) return
    // An element with the focus keeps its tooltip until another tooltip replaces it.
    const isKept = shown?.matches(':focus-visible') === true
    const later = () => {
      if (!isKept) set(undefined)
      if (target) timer = setTimeout(() => target.isConnected && set(target), patience - grace)
    }
    timer = setTimeout(later, grace)
  }
  let isByKey = false
  const onFocus = (event: FocusEvent) => {
    const target = tipped(event)
    if (isByKey && target?.matches(':focus-visible')) set(target)
  }
  const hide = () => set(undefined)
  let touched: HTMLElement | null = null
  const onDown = (event: PointerEvent) => {
    isByKey = false
    hide()
    touched = event.pointerType === 'touch' ? tipped(event) : null
  }
  // Buttons and links act when tapped, and their text stands elsewhere, too.
  const onClick = () => {
    if (touched && !touched.closest('a, button, label, summary, [role="button"]')) set(touched)
  }
  const onKey = (event: KeyboardEvent) => {
    isByKey = movesFocus.test(event.key)
    const isSeen = shown?.isConnected === true
    if (event.key !== 'Escape' || !shown) return
    hide()
    if (!isSeen) return
    // Otherwise the key would also close an open dialog, or leave the page.
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  const ending = new AbortController()
  const { signal } = ending
  document.addEventListener('pointerover', onOver, { signal })
  document.addEventListener('pointerdown', onDown, { signal, capture: true })
  document.addEventListener('click', onClick, { signal })
  document.addEventListener('focusin', onFocus, { signal })
  document.addEventListener('focusout', hide, { signal })
  document.addEventListener('keydown', onKey, { signal, capture: true })
  document.addEventListener('scroll', hide, { signal, capture: true, passive: true })
  return () => {
    clearTimeout(timer)
    ending.abort()
  }
}
