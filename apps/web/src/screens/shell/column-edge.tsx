import { useRef, useState } from 'preact/hooks'
import { lazy } from '#parts/lazy.tsx'

const WidthMenu = lazy(async () => (await import('./width-menu.tsx')).WidthMenu)

/** Pixels that a hand trembles. */
const tremble = 3

interface ColumnEdgeProps {
  readonly column: 'places' | 'list' | 'aside' | 'beside'
  readonly label: string
  /** The width of the column, in the unit of `limits`, `usual` and `step`. */
  readonly width: number
  readonly limits: readonly [least: number, most: number]
  /** The width on a new device. */
  readonly usual: number
  /** The change that an arrow key makes. */
  readonly step: number
  /** Whether the column stands after its edge, in the direction of reading. */
  readonly isAfter?: boolean
  /** Begins to drag the edge. Returns the width of a column that has grown by so many pixels since then. */
  readonly drag: (edge: HTMLElement) => (grown: number) => number
  /** Gets a width within the limits. */
  readonly onWidth: (width: number) => void
}

/**
 * The edge of a column, which changes the column's width: by dragging it, by arrow keys, and by a menu that a press or Enter
 * opens.
 */
export function ColumnEdge(props: ColumnEdgeProps) {
  const { column, label, width, usual, step, isAfter = false, drag } = props
  const [least, most] = props.limits
  const [anchor, setAnchor] = useState<{ readonly x: number; readonly y: number }>()
  const hasMoved = useRef(false)
  const set = (next: number) => props.onWidth(Math.min(most, Math.max(least, next)))
  const onPointerDown = (event: PointerEvent) => {
    const edge = event.currentTarget as HTMLElement
    const side = growsTo(edge, isAfter)
    const widthAfter = drag(edge)
    hasMoved.current = false
    edge.setPointerCapture(event.pointerId)
    const move = ({ clientX }: PointerEvent) => {
      const moved = clientX - event.clientX
      hasMoved.current ||= Math.abs(moved) > tremble
      if (hasMoved.current) set(widthAfter(moved * side))
    }
    edge.addEventListener('pointermove', move)
    edge.addEventListener('lostpointercapture', () => edge.removeEventListener('pointermove', move), {
      once: true,
    })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const edge = event.currentTarget as HTMLElement
    const direction = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (direction !== undefined) set(width + direction * step * growsTo(edge, isAfter))
    else if (event.key === 'Enter') {
      const { left, top, height } = edge.getBoundingClientRect()
      setAnchor({ x: left, y: top + height / 2 })
    } else return
    event.preventDefault()
  }
  return (
    <>
      <div
        class={`separator separator-${column}`}
        role="separator"
        aria-orientation="vertical"
        aria-label={label}
        aria-valuemin={least}
        aria-valuemax={most}
        aria-valuenow={width}
        tabIndex={0}
        onPointerDown={onPointerDown}
        onClick={({ clientX: x, clientY: y }) => {
          if (!hasMoved.current) setAnchor({ x, y })
        }}
        onKeyDown={onKeyDown}
      />
      {anchor && (
        <WidthMenu
          {...{ label, anchor }}
          onChange={(steps) => set(steps === undefined ? usual : width + steps * step)}
          onClose={() => setAnchor(undefined)}
        />
      )}
    </>
  )
}

/** Returns 1 if the column grows when its edge moves to the right, and -1 if it grows to the left. */
const growsTo = (edge: HTMLElement, isAfter: boolean): 1 | -1 =>
  (getComputedStyle(edge).direction === 'rtl') === isAfter ? 1 : -1
