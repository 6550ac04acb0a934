import { addKeptWindow, staleKept } from '@tagma/sync/messages/add-kept.ts'
import { canonicalNarrow, type Narrow, narrowKey } from '@tagma/sync/messages/narrow.ts'
import { outcomeOf } from '#outbox/outcome.ts'
import type { App } from '#state/use-app.ts'
import { searchIndex } from '#wire/search-index.ts'
import type { Around, Found } from './load-messages.ts'

/** Keys of the windows that were made without the server. */
const keys = new Set<string>()
let isWatching = false

/**
 * Takes the messages of a narrow from this device, after the server could not be asked (`error`). As soon as the server can be
 * reached, they are asked for again. Rejects with the error where the device has none.
 */
export async function loadHere(app: App, narrow: Narrow, around: Around, error: unknown): Promise<Found> {
  const isOffline = app.store.get().connection.state !== 'live'
  if (!isOffline || outcomeOf(error).kind !== 'later') throw error
  const place = around.anchor === 'date' ? { since: Date.parse(around.date) / 1000 } : around.anchor
  const here = await searchIndex()?.around(narrow, place)
  const { state, messages } = app.store.get()
  // It came back meanwhile: what the device has may be old by now.
  const isBack = app.store.get().connection.state === 'live'
  if (!here || here.messages.length === 0 || !state || isBack) throw error
  const userId = state.user_id ?? -1
  keys.add(narrowKey(canonicalNarrow(narrow, userId)))
  app.store.set({ messages: addKeptWindow(messages, narrow, here, userId) })
  watch(app)
  return { anchor: here.anchor, hasAnchor: here.anchor === place }
}

/** Has what was made without the server fetched again when it can be reached. */
function watch({ store }: App): void {
  if (isWatching) return
  isWatching = true
  let wasLive = store.get().connection.state === 'live'
  store.subscribe(() => {
    const { connection, messages } = store.get()
    const isLive = connection.state === 'live'
    const isBack = isLive && !wasLive
    wasLive = isLive
    if (!isBack || keys.size === 0) return
    const stale = new Set(keys)
    keys.clear()
    store.set({ messages: staleKept(messages, stale) })
  })
}
