import type { Message } from '@tagma/sync/messages/message.ts'
import type { RefObject } from 'preact'
import { useCallback, useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { MessageRowProps } from './message-row.tsx'

type Fold = MessageRowProps['fold']

/** The part of the column's height beyond which a message shows only its beginning. */
const longPart = 0.6

interface FoldOptions {
  readonly scroller: RefObject<HTMLElement | null>
  readonly mutedIds: ReadonlySet<number>
  /** Called before a message is opened or folded. */
  readonly onFold?: ((id: number, isFolded: boolean) => void) | undefined
}

interface Folds {
  readonly foldOf: (message: Message) => Fold
  /** Shows a message whole, or only its beginning again. */
  readonly fold: (id: number, isFolded: boolean) => void
}

/**
 * Decides which messages show only their beginning. All new ones are measured at once, before they are painted. Where the
 * column has room for all of them, none is folded.
 */
export function useFolds({ scroller, mutedIds, onFold }: FoldOptions, shown: readonly Message[]): Folds {
  const latest = useRef(onFold)
  latest.current = onFold
  const measured = useRef(new Map<number, string>())
  const [long, setLong] = useState<ReadonlySet<number>>(new Set())
  const [unfolded, setUnfolded] = useState<ReadonlySet<number>>(new Set())
  useLayoutEffect(() => {
    const element = scroller.current!
    const limit = element.clientHeight * longPart
    const fresh = shown.filter(({ id, content }) => measured.current.get(id) !== content)
    if (fresh.length === 0 || limit === 0) return
    for (const { id, content } of fresh) measured.current.set(id, content)
    const ids = new Set(fresh.map(({ id }) => id))
    // New ones are not folded yet.
    if (element.scrollHeight <= element.clientHeight) return
    const tall: number[] = []
    for (const article of element.getElementsByClassName('message')) {
      const id = Number(article.getAttribute('data-id'))
      if (!ids.has(id)) continue
      const body = article.querySelector('.message-html')
      if (body && body.scrollHeight > limit) tall.push(id)
    }
    if (tall.some((id) => !long.has(id))) setLong(new Set([...long, ...tall]))
  }, [shown])
  const fold = useCallback((id: number, isFolded: boolean) => {
    latest.current?.(id, isFolded)
    setUnfolded((before) => {
      const after = new Set(before)
      if (isFolded) after.delete(id)
      else after.add(id)
      return after
    })
  }, [])
  const foldOf = ({ id, sender_id, flags }: Message): Fold => {
    const isUnfolded = unfolded.has(id)
    if (mutedIds.has(sender_id) && !isUnfolded) return 'muted'
    if (flags.includes('collapsed')) return 'collapsed'
    if (!long.has(id)) return 'none'
    return isUnfolded ? 'unfolded' : 'long'
  }
  return { foldOf, fold }
}
