interface Box {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

interface Size {
  readonly width: number
  readonly height: number
}

/** The room kept to the edge of the window, in pixels. */
const margin = 8

/**
 * Returns the upper left corner for something that floats beside its anchor, in pixels: below it and flush with the named
 * side, above it where there is no room below, and always inside the window.
 */
export function placeBeside(
  anchor: Box,
  size: Size,
  window: Size,
  side: 'left' | 'right',
): { readonly left: number; readonly top: number } {
  const wanted = side === 'left' ? anchor.left : anchor.right - size.width
  const left = Math.max(margin, Math.min(wanted, window.width - size.width - margin))
  const below = anchor.bottom + 4
  const above = anchor.top - 4 - size.height
  const fits = below + size.height <= window.height - margin
  const top = fits || above < margin ? Math.min(below, window.height - size.height - margin) : above
  return { left, top: Math.max(margin, top) }
}
