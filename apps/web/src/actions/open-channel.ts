import { isNarrow } from '#parts/use-narrow.ts'
import { addressFor } from '#state/addresses.ts'
import { openedByChannel } from '#state/opened-by-channel.ts'
import type { App } from '#state/use-app.ts'

/** Opens a channel: the list shows it, and beside the list stands what the settings want to see of a channel first. */
export function openChannel({ store, go }: App, channelId: number): void {
  const known = store.get()
  const view = openedByChannel(known, channelId, isNarrow())
  const place = { kind: 'channel', channelId } as const
  store.set({ place, lastList: place })
  go(addressFor(known.state, view))
}
