/** The least height of a keyboard on the screen, in pixels: bars of the browser that come and go are lower. */
const leastKeyboard = 120

/**
 * Keeps the page above the keyboard of the screen. Safari lays it over the window, and moves the page up behind it; other
 * browsers make the window smaller.
 */
export function keepAboveKeyboard(): void {
  const seen = globalThis.visualViewport
  if (!seen) return
  const { style } = document.documentElement
  const fit = () => {
    // Whoever zooms in sees a part of the page, too.
    const isZoomed = Math.abs(seen.scale - 1) > 0.01
    const isCovered = !isZoomed && innerHeight - seen.height > leastKeyboard
    if (!isCovered) return void style.removeProperty('--window-height')
    style.setProperty('--window-height', `${seen.height}px`)
    if (scrollY !== 0) scrollTo(0, 0)
  }
  seen.addEventListener('resize', fit)
  seen.addEventListener('scroll', fit)
}
