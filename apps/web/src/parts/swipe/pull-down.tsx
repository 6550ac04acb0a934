import type { RefObject } from 'preact'
import { useEffect, useRef } from 'preact/hooks'

/** Pixels down: where a pull begins, where lifting the finger acts, and how far the list follows at most. */
const ways = { begin: 8, act: 72, most: 96 } as const

interface PullDownProps {
  readonly page: RefObject<HTMLElement | null>
  /** A selector of what is pulled: something that scrolls. */
  readonly of: string
  readonly onPull: () => void
}

/**
 * Calls `onPull` when a finger pulls a list down from its beginning. For CSS, the list gets `data-pull`, which is `begun` and
 * then `ready` as soon as lifting the finger acts, and `--pull`, the pixels. Draws nothing itself.
 */
export function PullDown({ page, of, onPull }: PullDownProps) {
  const latest = useRef(onPull)
  latest.current = onPull
  useEffect(() => {
    const shell = page.current
    if (!shell) return undefined
    let letGo = () => {}
    const onStart = (event: TouchEvent) => {
      letGo()
      const list = event.target instanceof Element ? event.target.closest<HTMLElement>(of) : null
      if (list && list.scrollTop <= 0 && event.touches.length === 1)
        letGo = pull(event.touches[0]!, list, () => latest.current())
    }
    shell.addEventListener('touchstart', onStart, { passive: true })
    return () => {
      letGo()
      shell.removeEventListener('touchstart', onStart)
    }
  }, [page, of])
  return null
}

/** Lets the finger of a touch pull a list. Returns a function that lets go. */
function pull(touch: Touch, list: HTMLElement, deed: () => void): () => void {
  const { clientX: x, clientY: y } = touch
  const ending = new AbortController()
  let isBegun = false
  let isReady = false
  const letGo = () => {
    ending.abort()
    delete list.dataset['pull']
    list.style.removeProperty('--pull')
  }
  const onMove = (event: TouchEvent) => {
    const [finger, other] = event.touches
    if (!finger || other) return letGo()
    const drawn = finger.clientY - y
    if (!isBegun) {
      // Up scrolls, and aside is a swipe.
      if (drawn < 0 || Math.abs(finger.clientX - x) > Math.max(drawn, ways.begin)) return letGo()
      if (drawn < ways.begin) return
      isBegun = true
    }
    // Otherwise the browser scrolls.
    if (event.cancelable) event.preventDefault()
    isReady = drawn >= ways.act
    list.dataset['pull'] = isReady ? 'ready' : 'begun'
    list.style.setProperty('--pull', `${Math.min(Math.max(drawn, 0), ways.most)}px`)
  }
  const onEnd = () => {
    const isMeant = isReady
    letGo()
    if (isMeant) deed()
  }
  const { signal } = ending
  addEventListener('touchmove', onMove, { signal, passive: false })
  addEventListener('touchend', onEnd, { signal })
  addEventListener('touchcancel', letGo, { signal })
  return letGo
}
