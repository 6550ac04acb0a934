import { keepPlaces, keptPlaces } from '#kept/place-storage.ts'
import type { Anchor } from '#parts/messages/anchor.ts'
import type { ListHandle } from '#parts/messages/message-list.tsx'

/** Places of so many conversations are kept at most. */
const most = 200

/** Milliseconds after a scroll: a computer can go dark without a word. */
const pause = 1000

/** Whether the key of a window is that of a conversation, and not of a feed or a search. */
const isConversation = (key: string) => /^(channel:\d+ topic:|dm:)\S*$/.test(key)

/** Has this device keep the places of reading, and those of the lists that are open. Undefined stands for the end. */
export function rememberPlaces(
  places: Map<string, Anchor | undefined>,
  lists: ReadonlyMap<string, { readonly current: ListHandle | null }>,
): void {
  /** The places that were kept last: where another tab was since stays. */
  const written = new Map<string, Anchor | undefined>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const keep = () => {
    clearTimeout(timer)
    timer = undefined
    for (const [key, { current }] of lists) if (current) places.set(key, current.anchor())
    const changed = [...places].filter(
      ([key, anchor]) => isConversation(key) && !(written.has(key) && isSame(anchor, written.get(key))),
    )
    if (changed.length === 0) return
    const all = keptPlaces()
    for (const [key, anchor] of changed) {
      written.set(key, anchor)
      all.delete(key)
      // The server gives a message on its way another id.
      if (anchor && anchor.id > 0) all.set(key, anchor)
    }
    keepPlaces(new Map([...all].slice(-most)))
  }
  addEventListener('pagehide', keep)
  document.addEventListener('visibilitychange', keep)
  const onScroll = () => (timer ??= setTimeout(keep, pause))
  document.addEventListener('scroll', onScroll, { capture: true, passive: true })
  // Somebody may have scrolled before this code was there.
  onScroll()
}

const isSame = (one: Anchor | undefined, other: Anchor | undefined) =>
  one?.id === other?.id && one?.offset === other?.offset
