import * as wire from '@tagma/contract/wire.ts'
import { addPage } from '@tagma/sync/messages/add-page.ts'
import { factsOf } from '@tagma/sync/messages/facts.ts'
import { isSpectator, onTheWeb } from '#state/spectator.ts'
import { withMessages } from '#state/topic-lists.ts'
import type { App } from '#state/use-app.ts'

/** Newest messages that are fetched at the start: enough for the lists of most teams. */
const newest = 400

/** Fetches the newest messages of all conversations, for lists: their topics and how the newest message begins. */
export async function loadRecent({ store, client }: App): Promise<void> {
  const asOf = store.get().messages.position
  const isOnlyRead = isSpectator(store.get())
  const page = await client.call(wire.getMessages, {
    anchor: 'newest',
    num_before: newest,
    num_after: 0,
    apply_markdown: true,
    client_gravatar: !isOnlyRead,
    allow_empty_topic_name: true,
    narrow: isOnlyRead ? [onTheWeb] : [],
  })
  const { state, messages, topics } = store.get()
  if (!state) return
  store.set({
    messages: addPage(messages, [], page, { facts: factsOf(state), asOf }),
    topics: withMessages(topics, page.messages),
  })
}
