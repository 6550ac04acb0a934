import { useEffect, useRef, useState } from 'preact/hooks'
import { placeBeside } from '#parts/menu/place.ts'

/** The time that the pointer rests before a tooltip appears, in milliseconds. */
const patience = 500

/**
 * Shows the text of `data-tip` of the element under the pointer or with the focus. One of these serves the whole page, so a
 * row of a list costs nothing. A finger shows it by a tap on what does nothing else, such as a time. The text only repeats or adds: whatever needs a name has it by `aria-label`.
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
    const { left, top } = placeBeside(anchor, size, { width: innerWidth, height: innerHeight }, 'left')
    element.style.left = `${left}px`
    element.style.top = `${top}px`
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
    if (event.pointerType === 'touch' || tip.current?.contains(event.target as Node)) return
    const target = tipped(event)
    if (target === shown) return
    set(undefined)
    if (target) timer = setTimeout(() => target.isConnected && set(target), patience)
  }
  const onFocus = (event: FocusEvent) => {
    const target = tipped(event)
    if (target?.matches(':focus-visible')) set(target)
  }
  const hide = () => set(undefined)
  let touched: HTMLElement | null = null
  const onDown = (event: PointerEvent) => {
    hide()
    touched = event.pointerType === 'touch' ? tipped(event) : null
  }
  // Buttons and links do something by themselves, and their text stands elsewhere, too.
  const onClick = () => {
    if (touched && !touched.closest('a, button, label, summary, [role="button"]')) set(touched)
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') hide()
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
