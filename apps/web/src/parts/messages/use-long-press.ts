import type { ById } from '@tagma/sync/messages/by-id.ts'
import type { Message } from '@tagma/sync/messages/message.ts'
import { useEffect, useRef } from 'preact/hooks'
import type { MessageActs } from './message-acts.ts'

/** The time that a finger rests, in milliseconds, and the way that it may move meanwhile, in pixels. */
const pressMilliseconds = 500
const pressWay = 10

interface LongPress {
  readonly onPointerDown: (event: PointerEvent) => void
  readonly onContextMenu: (event: MouseEvent) => void
}

/** Opens a message's menu where a finger rests on it, or where it is clicked with the other button. */
export function useLongPress(byId: ById<Message>, acts: MessageActs): LongPress {
  const latest = useRef({ byId, acts })
  latest.current = { byId, acts }
  const cancel = useRef<() => void>(() => undefined)
  useEffect(() => () => cancel.current(), [])
  const open = (target: EventTarget | null, point: { readonly x: number; readonly y: number }): boolean => {
    const article = target instanceof Element ? target.closest<HTMLElement>('article.message') : null
    const message = latest.current.byId.get(Number(article?.dataset['id']))
    if (!message || message.id < 0) return false
    latest.current.acts.openMenu(message, point)
    return true
  }
  return {
    onPointerDown(event) {
      cancel.current()
      if (event.pointerType !== 'touch' || !event.isPrimary || isOwn(event.target)) return
      const { target, clientX: x, clientY: y } = event
      const ending = new AbortController()
      const { signal } = ending
      const timer = setTimeout(() => {
        cancel.current()
        open(target, { x, y })
      }, pressMilliseconds)
      cancel.current = () => {
        clearTimeout(timer)
        ending.abort()
      }
      const onMove = (move: PointerEvent) => {
        if (Math.hypot(move.clientX - x, move.clientY - y) > pressWay) cancel.current()
      }
      const stop = () => cancel.current()
      addEventListener('pointermove', onMove, { signal })
      for (const name of ['pointerup', 'pointercancel'] as const) addEventListener(name, stop, { signal })
      addEventListener('scroll', stop, { signal, capture: true })
    },
    onContextMenu(event) {
      const isTouch = 'pointerType' in event && event.pointerType === 'touch'
      const hasSelection = getSelection()?.isCollapsed === false
      if (isOwn(event.target) || (!isTouch && hasSelection)) return
      // A finger has opened the menu already.
      if (isTouch || open(event.target, { x: event.clientX, y: event.clientY })) event.preventDefault()
    },
  }
}

/** Whether the browser has a menu of its own for something: a link, a picture, a field. */
const isOwn = (target: EventTarget | null) =>
  target instanceof Element && target.closest('a, img, video, audio, input, textarea, button') !== null
