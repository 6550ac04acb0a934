import type { ComponentChildren } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { lazy } from '#parts/lazy.tsx'

const WidthMenu = lazy(async () => (await import('./width-menu.tsx')).WidthMenu)

/** Pixels that a hand trembles. */
const tremble = 3

interface Edge {
  /** Begins to follow a pointer. Returns what a movement to the right by so many pixels does. */
  readonly grip: (handle: HTMLElement) => (moved: number) => void
  readonly label: string
  readonly change: (steps: number | undefined) => void
}

/** Makes an edge something to drag, and to press: that opens a menu with widths. */
export function useWidthMenu({ grip, label, change }: Edge) {
  const [anchor, setAnchor] = useState<{ readonly x: number; readonly y: number }>()
  const hasMoved = useRef(false)
  const onPointerDown = (event: PointerEvent) => {
    const handle = event.currentTarget as HTMLElement
    const follow = grip(handle)
    hasMoved.current = false
    handle.setPointerCapture(event.pointerId)
    const move = ({ clientX }: PointerEvent) => {
      hasMoved.current ||= Math.abs(clientX - event.clientX) > tremble
      if (hasMoved.current) follow(clientX - event.clientX)
    }
    handle.addEventListener('pointermove', move)
    handle.addEventListener('lostpointercapture', () => handle.removeEventListener('pointermove', move), {
      once: true,
    })
  }
  const onClick = ({ clientX: x, clientY: y }: MouseEvent) => {
    if (!hasMoved.current) setAnchor({ x, y })
  }
  const openByKey = (handle: HTMLElement) => {
    const { left, top, height } = handle.getBoundingClientRect()
    setAnchor({ x: left, y: top + height / 2 })
  }
  const menu: ComponentChildren = anchor && (
    <WidthMenu {...{ label, anchor }} onChange={change} onClose={() => setAnchor(undefined)} />
  )
  return { menu, openByKey, handlers: { onPointerDown, onClick } }
}
