import { useRef } from 'preact/hooks'
import { drawn, enlargedAt, type Lay, pinched, type Point, stepOf } from './gesture.ts'

interface Gestures {
  readonly lay: Lay
  readonly onLay: (change: (before: Lay) => Lay) => void
  /** Goes to another picture: 1 to the next one. */
  readonly onStep: (step: 1 | -1) => void
}

/** Pixels that a finger or a pointer trembles. */
const tremble = 5

/** Pixels of a turning wheel that enlarge a picture to its 2.7-fold. */
const wheelPixels = 400

/** Follows fingers, the pointer and its wheel over a picture. `hasMoved` tells a press from the end of a movement. */
export function useGestures({ lay, onLay, onStep }: Gestures) {
  const pointers = useRef(new Map<number, Point>())
  const down = useRef<Point | undefined>(undefined)
  const hasMoved = useRef(false)
  const hasPinched = useRef(false)
  const end = (event: PointerEvent) => {
    const isLast = pointers.current.delete(event.pointerId) && pointers.current.size === 0
    if (!isLast || !down.current || hasPinched.current || event.pointerType === 'mouse') return
    const step = event.type === 'pointerup' ? stepOf(lay, down.current, pointOf(event)) : 0
    if (step !== 0) onStep(step)
  }
  return {
    hasMoved: () => hasMoved.current,
    handlers: {
      onPointerDown(event: PointerEvent) {
        if (pointers.current.size === 0) {
          down.current = pointOf(event)
          hasMoved.current = false
          hasPinched.current = false
        }
        pointers.current.set(event.pointerId, pointOf(event))
      },
      onPointerMove(event: PointerEvent) {
        const before = [...pointers.current.values()]
        if (!pointers.current.has(event.pointerId)) return
        const from = pointers.current.get(event.pointerId)!
        const to = pointOf(event)
        pointers.current.set(event.pointerId, to)
        if (down.current && Math.hypot(to.x - down.current.x, to.y - down.current.y) > tremble)
          hasMoved.current = true
        if (before.length === 1) onLay((last) => drawn(last, from, to))
        if (before.length !== 2) return
        hasPinched.current = true
        const [a, b] = before as [Point, Point]
        const [c, d] = [...pointers.current.values()] as [Point, Point]
        onLay((last) => pinched(last, [a, b], [c, d]))
      },
      onPointerUp: end,
      onPointerCancel: end,
      onWheel(event: WheelEvent) {
        // With Ctrl, or two fingers on a touchpad, the browser would enlarge the page.
        event.preventDefault()
        const { left, top, width, height } = (event.currentTarget as Element).getBoundingClientRect()
        const point = { x: event.clientX - left - width / 2, y: event.clientY - top - height / 2 }
        onLay((last) => enlargedAt(last, Math.exp(-event.deltaY / wheelPixels), point))
      },
    },
  }
}

const pointOf = ({ clientX: x, clientY: y }: PointerEvent): Point => ({ x, y })
