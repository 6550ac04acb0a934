import { useEffect, useRef } from 'preact/hooks'

/** Pixels at both edges of the window that belong to the browser's own swipes. */
const edge = 24
/** Pixels until a finger's way counts as a swipe, for the act to happen, and the most that a message moves. */
const ways = { begin: 12, act: 56, most: 80 } as const

/** Parts of a message that a finger moves themselves, or that are written in. */
const ownMoves = 'pre, table, .katex-display, video, audio, input, textarea, .edit-box'

interface Swipe {
  readonly onPointerDown: (event: PointerEvent) => void
}

/**
 * Does something with a message that a finger draws towards the beginning of its line: to the left, and in a mirrored page to
 * the right. `mayAct` says whether there is something to do with it.
 */
export function useSwipe(options: {
  readonly mayAct: (article: HTMLElement) => boolean
  readonly act: (article: HTMLElement) => void
}): Swipe {
  const latest = useRef(options)
  latest.current = options
  const end = useRef<() => void>(() => undefined)
  useEffect(() => () => end.current(), [])
  return {
    onPointerDown(event) {
      end.current()
      const { target, clientX: x, clientY: y } = event
      if (event.pointerType !== 'touch' || !event.isPrimary || x < edge || x > innerWidth - edge) return
      if (!(target instanceof Element) || target.closest(ownMoves)) return
      const article = target.closest<HTMLElement>('article.message')
      if (!article || !latest.current.mayAct(article)) return
      const sign = getComputedStyle(article).direction === 'rtl' ? 1 : -1
      const ending = new AbortController()
      const { signal } = ending
      let way = 0
      end.current = () => {
        ending.abort()
        delete article.dataset['swipe']
        article.style.removeProperty('--swipe')
      }
      const onMove = (move: PointerEvent) => {
        way = (move.clientX - x) * sign
        const isOwn = article.dataset['swipe'] !== undefined
        // Up and down, and the other way, belong to the page.
        if (!isOwn && Math.abs(move.clientY - y) > Math.max(way, ways.begin)) return end.current()
        if (!isOwn && way < ways.begin) return
        article.dataset['swipe'] = way >= ways.act ? 'ready' : 'begun'
        article.style.setProperty('--swipe', `${sign * Math.min(Math.max(way, 0), ways.most)}px`)
      }
      const onUp = () => {
        const isDone = article.dataset['swipe'] === 'ready'
        end.current()
        if (isDone) latest.current.act(article)
      }
      addEventListener('pointermove', onMove, { signal })
      addEventListener('pointerup', onUp, { signal })
      addEventListener('pointercancel', () => end.current(), { signal })
    },
  }
}
