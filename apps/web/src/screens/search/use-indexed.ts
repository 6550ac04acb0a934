import { addKept } from '@tagma/sync/messages/add-kept.ts'
import type { Narrow } from '@tagma/sync/messages/narrow.ts'
import { useEffect, useState } from 'preact/hooks'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { searchIndex } from '#wire/search-index.ts'

/** Messages that the index of this device found. */
export interface Indexed {
  readonly key: string
  /** Newest first. */
  readonly ids: readonly number[]
  /** The number of messages that were looked through, and the time of the oldest one in seconds since 1970. */
  readonly count: number
  readonly since: number | undefined
}

/**
 * Asks the index of this device, which a worker searches. Undefined until it has answered, and without an index. While the
 * server can be reached, messages that may have changed since are left out: the server has them as they are.
 */
export function useIndexed(key: string, narrow: Narrow, isWanted: boolean): Indexed | undefined {
  const { store } = useApp()
  const isLive = useKnown(({ connection }) => connection.state === 'live')
  const [found, setFound] = useState<Indexed>()
  useEffect(() => {
    if (!isWanted) return undefined
    let isCurrent = true
    void searchIndex()
      ?.search(narrow, isLive)
      ?.then(({ messages, count, since }) => {
        if (!isCurrent) return
        // The rows find them in the store.
        store.set({ messages: addKept(store.get().messages, messages) })
        setFound({ key, ids: messages.map(({ id }) => id), count, since })
      })
    return () => {
      isCurrent = false
    }
  }, [store, key, isWanted, isLive])
  return found?.key === key ? found : undefined
}
