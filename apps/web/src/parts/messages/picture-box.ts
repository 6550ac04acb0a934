/** The usual height of the largest picture, in pixels, and the widest that a picture gets. */
const usualHeight = 240
const widest = 440
const smallest = 24

interface Box {
  readonly width: number
  readonly height: number
}

/**
 * Returns the box that a picture gets in a message, in pixels: its own size where that fits, else scaled down. `size` is the
 * organization's height of previews in percent.
 */
export function pictureBox(original: Box, size: number): Box {
  const most = { width: widest, height: (usualHeight * size) / 100 }
  const scale = Math.min(1, most.width / original.width, most.height / original.height)
  return {
    width: Math.max(smallest, Math.round(original.width * scale)),
    height: Math.max(smallest, Math.round(original.height * scale)),
  }
}

/** Reads `data-original-dimensions`: `1920x1080`. */
export function dimensions(text: string | undefined): Box | undefined {
  const [, width, height] = /^(\d{1,6})x(\d{1,6})$/.exec(text ?? '') ?? []
  const box = { width: Number(width), height: Number(height) }
  return box.width > 0 && box.height > 0 ? box : undefined
}

/** Returns the address of a thumbnail's first frame, for moving pictures that stand still. */
export function stillAddress(address: string): string {
  return address.replace(/-anim(\.[a-z]+)$/, '$1')
}
