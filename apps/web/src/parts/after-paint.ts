/** Milliseconds after which it is usually not waited for a frame any more: a page that nobody sees draws none. */
const usualPatience = 500

/**
 * Calls back when the next frame is on the screen. Effects can come before it on a slow device: Preact waits for 35 ms only.
 * Returns a function that calls it off.
 */
export function afterPaint(then: () => void, patience = usualPatience): () => void {
  const end = () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
  const call = () => {
    end()
    then()
  }
  let timer = setTimeout(call, patience)
  const frame = requestAnimationFrame(() => {
    clearTimeout(timer)
    timer = setTimeout(call)
  })
  return end
}
