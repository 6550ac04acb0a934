import type { RefObject } from 'preact'
import { useLayoutEffect, useState } from 'preact/hooks'
import { idIn, type Start } from './place-keeper.ts'

interface TabStop {
  /** The message that Tab leads to. */
  readonly stop: number | undefined
  /** Notes the message that has got the focus. */
  readonly setStop: (id: number | undefined) => void
}

interface TabStopOptions {
  readonly shown: readonly { readonly id: number; readonly sender_id: number }[]
  readonly start: Start
  readonly ownId: number
  readonly scroller: RefObject<HTMLElement | null>
}

/**
 * Decides which message of a list is in the order of Tab: the one that had the focus last, else the one that reading
 * begins with.
 */
export function useTabStop({ shown, start, ownId, scroller }: TabStopOptions): TabStop {
  const [last, setStop] = useState<number>()
  const has = (id: number | undefined) => shown.some((message) => message.id === id)
  const isGone = last !== undefined && !has(last)
  const hadFocus = isGone && document.activeElement?.closest(`article[data-id="${last}"]`) != null
  useLayoutEffect(() => {
    if (!isGone || document.activeElement !== document.body) return
    // A message on its way had the focus, and the server's has taken its place.
    if (last < 0) focusArticle(scroller.current, shown.findLast(({ sender_id }) => sender_id === ownId)?.id)
    // A message with the focus was deleted or moved.
    else if (hadFocus) focusArticle(scroller.current, (shown.find(({ id }) => id > last) ?? shown.at(-1))?.id)
  }, [shown])
  const startId = idIn(start)
  return { stop: has(last) ? last : has(startId) ? startId : shown.at(-1)?.id, setStop }
}

/** Gives the focus to a message. Does nothing for one that is not drawn. */
export function focusArticle(scroller: HTMLElement | null, id: number | undefined): void {
  scroller?.querySelector<HTMLElement>(`article[data-id="${id}"]`)?.focus({ preventScroll: true })
}
