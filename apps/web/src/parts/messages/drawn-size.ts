/** Sizes in pixels that decide how much of a message fits on a screen. */
export interface DrawnSize {
  /** The height of the list. */
  readonly height: number
  /** The width of the lines of a message; infinite while it is not known. */
  readonly width: number
  /** The sizes of letters and lines. */
  readonly letter: number
  readonly line: number
}

/** Pixels that are filled in any case: a window that nobody sees yet may have no height. */
const leastHeight = 600

/** The height of the window; undefined where it may be another by now. To ask for it makes the browser lay the page out. */
let windowHeight: number | undefined
addEventListener('resize', () => (windowHeight = undefined))

/** The least part of the window's height that was not the list: a long draft makes a list lower for a while. */
let besides = Number.POSITIVE_INFINITY
let lines: Omit<DrawnSize, 'height'> = { width: Number.POSITIVE_INFINITY, letter: 16, line: 20 }

/** Returns the sizes by the list that was drawn last. Before the first one, they are such that too much is drawn. */
export const drawnSize = (): DrawnSize => ({
  ...lines,
  height: Math.max(leastHeight, (windowHeight ??= innerHeight) - (Number.isFinite(besides) ? besides : 0)),
})

/** Takes note of the sizes of a list that is drawn. Call it when the page's layout is done. */
export function noteDrawnSize(scroller: HTMLElement): void {
  // The column of the texts: the text of one message may be narrower. A list that is hidden has none.
  const width = scroller.querySelector('.message-main')?.clientWidth ?? 0
  if (width === 0) return
  windowHeight = innerHeight
  besides = Math.min(besides, windowHeight - scroller.clientHeight)
  const { fontSize, lineHeight } = getComputedStyle(scroller)
  lines = {
    width,
    letter: Number.parseFloat(fontSize),
    line: Number.parseFloat(lineHeight),
  }
}
