import type { Answer } from '@tagma/contract/define.ts'
import type { getMessages } from '@tagma/contract/endpoints/messages/get-messages.ts'
import * as wire from '@tagma/contract/wire.ts'
import { addSingle } from '@tagma/sync/messages/add-single.ts'
import { factsOf } from '@tagma/sync/messages/facts.ts'
import { withMessages } from '#state/topic-lists.ts'
import type { App } from '#state/use-app.ts'

/** Messages of one call, and the most calls. */
const pageSize = 400
const mostPages = 5

/** Fetches the reader's own messages, of one channel or of all, for lists of conversations that one takes part in. */
export async function loadOwn({ store, client }: App, channelId: number | undefined): Promise<void> {
  const own = [{ operator: 'sender', operand: 'me' }]
  const narrow = channelId === undefined ? own : [...own, { operator: 'channel', operand: channelId }]
  let anchor: number | 'newest' = 'newest'
  for (let pages = 0; pages < mostPages; pages++) {
    const asOf = store.get().messages.position
    const page: Answer<typeof getMessages> = await client.call(wire.getMessages, {
      anchor,
      include_anchor: anchor === 'newest',
      num_before: pageSize,
      num_after: 0,
      narrow,
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
    const oldest = page.messages[0]
    if (page.found_oldest || !oldest) return
    anchor = oldest.id
  }
}
