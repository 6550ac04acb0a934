/** How a picture lies in the viewer: enlarged, and drawn aside by so many pixels. */
export interface Lay {
  readonly zoom: number
  readonly x: number
  readonly y: number
}

export interface Point {
  readonly x: number
  readonly y: number
}

export const flat: Lay = { zoom: 1, x: 0, y: 0 }
const [least, most] = [0.25, 8] as const
/** Pixels of a swipe. */
const swiped = 60

/** Enlarges by a factor. A picture that fits lies in the middle. */
export function enlarged({ zoom, x, y }: Lay, factor: number): Lay {
  const next = Math.min(most, Math.max(least, zoom * factor))
  const moved = next / zoom
  return next <= 1 ? { ...flat, zoom: next } : { zoom: next, x: x * moved, y: y * moved }
}

/** Enlarges by a factor around a point, which is given from the middle of the stage. */
export function enlargedAt(lay: Lay, factor: number, { x, y }: Point): Lay {
  const next = enlarged(lay, factor)
  const moved = next.zoom / lay.zoom
  return drawn(next, { x: x * moved, y: y * moved }, { x, y })
}

/** Follows two fingers: enlarges by how far they part, and takes the picture along. */
export function pinched(lay: Lay, before: readonly [Point, Point], now: readonly [Point, Point]): Lay {
  const apart = ([a, b]: readonly [Point, Point]) => Math.max(1, Math.hypot(a.x - b.x, a.y - b.y))
  const next = enlarged(lay, apart(now) / apart(before))
  if (next.zoom <= 1) return next
  const middle = ([a, b]: readonly [Point, Point]) => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 })
  return drawn(next, middle(before), middle(now))
}

/** Draws an enlarged picture along; one that fits stays. */
export const drawn = (lay: Lay, before: Point, now: Point): Lay =>
  lay.zoom <= 1 ? lay : { ...lay, x: lay.x + now.x - before.x, y: lay.y + now.y - before.y }

/** Moves an enlarged picture so that the pressed point comes to the middle of the stage. A picture that fits stays. */
export const centred = (
  lay: Lay,
  pressed: Point,
  stage: { readonly left: number; readonly top: number; readonly width: number; readonly height: number },
): Lay => drawn(lay, pressed, { x: stage.left + stage.width / 2, y: stage.top + stage.height / 2 })

/** The step that a finger asks for: 1 to the next picture, -1 to the one before, 0 for neither. */
export function stepOf(lay: Lay, down: Point, up: Point): -1 | 0 | 1 {
  const [x, y] = [up.x - down.x, up.y - down.y]
  if (lay.zoom > 1 || Math.abs(x) < swiped || Math.abs(x) < 2 * Math.abs(y)) return 0
  return x < 0 ? 1 : -1
}
