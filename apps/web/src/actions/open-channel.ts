import { isNarrow } from '#parts/use-narrow.ts'
import { addressFor } from '#state/addresses.ts'
import { keepStep, presentStep } from '#state/list-step.ts'
import { defaultViews, openedByChannel } from '#state/opened-by-channel.ts'
import type { App } from '#state/use-app.ts'
import { loadTopics } from './load-topics.ts'

/**
 * Opens a channel: the list shows it, and beside the list stands what the settings want to see of a channel first. Where
 * its topics are not known yet, the first one is opened as soon as they are. A channel without one leaves nothing open: what
 * is written next would go into a conversation of another channel.
 */
export async function openChannel(app: App, channelId: number): Promise<void> {
  const { place: present } = app.store.get()
  const isThere = present.kind === 'channel' && present.channelId === channelId
  const place = isThere ? present : ({ kind: 'channel', channelId } as const)
  app.store.set({ place, lastList: place })
  const opened = open(app, channelId, false)
  // A conversation that was open already is the same step, beside another list.
  const step = presentStep()
  if (step) keepStep({ ...step, place })
  if (opened.kind !== 'topics' || isNarrow()) return
  const { state, topics } = app.store.get()
  if (!topics.get(channelId)?.isWhole) {
    await loadTopics(app, channelId).catch(() => undefined)
    const { view } = app.store.get()
    if (view.kind !== 'topics' || view.channelId !== channelId) return
    if (open(app, channelId, true).kind !== 'topics') return
  }
  const wantsList = state?.user_settings?.web_channel_default_view === defaultViews.topics
  if (!wantsList) app.store.set({ main: { kind: 'home' } })
}

function open({ store, go }: App, channelId: number, replace: boolean) {
  const known = store.get()
  const view = openedByChannel(known, channelId, isNarrow())
  const address = addressFor(known.state, view)
  go(address, { replace })
  return view
}
