import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { bringsKeyboard } from '#parts/dialog/brings-keyboard.ts'
import { heedBack } from '#parts/menu/heed-back.ts'
import { placeBeside } from '#parts/menu/place.ts'

interface PopoverProps {
  /** The name of the dialog. */
  readonly label: string
  readonly anchor: Element
  readonly children: ComponentChildren
  readonly onClose: () => void
}

/**
 * Shows something to work with beside its button, over the page. Escape, Back and a press elsewhere close it, and the focus
 * returns. On a narrow screen it is a sheet at the foot. The content takes the focus by `autofocus`. By touch, a field waits
 * for a tap or a key: a keyboard would cover what there is to choose.
 */
export function Popover({ label, anchor, children, onClose }: PopoverProps) {
  const popover = useRef<HTMLDivElement>(null)
  const close = useRef(onClose)
  close.current = onClose
  useLayoutEffect(() => open(popover.current!, anchor, () => close.current()), [anchor])
  return (
    <div
      ref={popover}
      class="popover"
      role="dialog"
      aria-label={label}
      popover="manual"
      tabIndex={-1}
      onKeyDown={(event) => {
        // Keys that are pressed here act here, and not in the page behind.
        event.stopPropagation()
        if (event.target === event.currentTarget && event.key !== 'Tab')
          beginningIn(event.currentTarget)?.focus()
        if (event.key !== 'Escape') return
        event.preventDefault()
        close.current()
      }}
    >
      {children}
    </div>
  )
}

const beginningIn = (popover: HTMLElement) => popover.querySelector<HTMLElement>('[autofocus]')

function open(popover: HTMLElement, anchor: Element, close: () => void): () => void {
  const before = document.activeElement
  popover.showPopover()
  const place = () => {
    if (matchMedia('(width < 40em)').matches) return
    const size = { width: popover.offsetWidth, height: popover.offsetHeight }
    const window = { width: innerWidth, height: innerHeight }
    const box = anchor.getBoundingClientRect()
    const { left, top } = placeBeside(box, size, window, box.left < innerWidth / 2 ? 'left' : 'right')
    popover.style.left = `${left}px`
    popover.style.top = `${top}px`
  }
  place()
  // Content that is loaded later changes the size.
  const sizes = new ResizeObserver(place)
  sizes.observe(popover)
  const beginning = beginningIn(popover)
  if (beginning) (bringsKeyboard(beginning) ? popover : beginning).focus({ preventScroll: true })
  const onPress = (event: PointerEvent) => {
    const target = event.target as Node
    if (!popover.contains(target) && !anchor.contains(target)) close()
  }
  document.addEventListener('pointerdown', onPress, true)
  const endBack = heedBack(close)
  return () => {
    endBack()
    sizes.disconnect()
    document.removeEventListener('pointerdown', onPress, true)
    const held = popover.contains(document.activeElement)
    if (popover.matches(':popover-open')) popover.hidePopover()
    if (held && before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
  }
}
