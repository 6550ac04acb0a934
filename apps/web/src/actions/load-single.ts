import * as wire from '@tagma/contract/wire.ts'
import { addSingle } from '@tagma/sync/messages/add-single.ts'
import { factsOf } from '@tagma/sync/messages/facts.ts'
import { withMessages } from '#state/topic-lists.ts'
import type { App } from '#state/use-app.ts'

/** Fetches messages by their ids, for lists that tell how each conversation's newest message begins. */
export async function loadSingle({ store, client }: App, ids: readonly number[]): Promise<void> {
  const asOf = store.get().messages.position
  const page = await client.call(wire.getMessages, {
    message_ids: [...ids],
    apply_markdown: true,
    client_gravatar: true,
    allow_empty_topic_name: true,
  })
  const { state, messages, topics } = store.get()
  if (!state) return
  store.set({
    messages: addSingle(messages, page, { facts: factsOf(state), asOf }),
    topics: withMessages(topics, page.messages),
  })
}
