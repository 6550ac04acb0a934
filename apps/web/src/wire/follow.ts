import type { Follower } from '@tagma/client/follow-events.ts'
import type { ServerEvent } from '@tagma/client/server-event.ts'
import { emptyMessages, staleWindows } from '@tagma/sync/messages/messages.ts'
import { applyEvents } from '#state/apply-events.ts'
import type { App } from '#state/use-app.ts'

/** Takes in what the server says, at once. */
export interface PromptFollower extends Required<Follower> {
  received(events: readonly ServerEvent[]): void
}

/** Takes what the server says into the page's knowledge. */
export const pageFollower = ({ store, clock, writing, session }: App): PromptFollower => ({
  registered(state) {
    const { state: before, messages, topics } = store.get()
    const isSame = before?.user_id === state.user_id
    store.set({
      state,
      // Nobody knows which events were missed: windows are fetched again.
      messages: isSame ? staleWindows(messages) : emptyMessages,
      topics: isSame ? topics : new Map(),
      typing: [],
    })
  },
  received(events) {
    store.set(applyEvents(store.get(), events, clock.now()))
    writing.receive(events)
  },
  changed(connection) {
    if (connection.state === 'signedOut') session.leave()
    // A stop while the page is hidden needs no word.
    else if (connection.state !== 'closed' || connection.reason !== 'stopped') store.set({ connection })
  },
})
