import type { Answer, Args } from '@tagma/contract/define.ts'
import type { getMessages } from '@tagma/contract/endpoints/messages/get-messages.ts'
import * as wire from '@tagma/contract/wire.ts'
import { addSingle } from '@tagma/sync/messages/add-single.ts'
import { factsOf } from '@tagma/sync/messages/facts.ts'
import { withMessages } from '#state/topic-lists.ts'
import type { App } from '#state/use-app.ts'

/** The choice of messages, as GET /messages takes it. */
type Choice = Partial<
  Pick<
    Args<typeof getMessages>,
    'anchor' | 'include_anchor' | 'message_ids' | 'narrow' | 'num_after' | 'num_before'
  >
>

/**
 * Fetches messages that are kept one by one, because others lie between them, and lets lists of conversations know of
 * them. Returns the server's answer; undefined if nobody is signed in any more.
 */
export async function fetchSingly(
  { store, client }: App,
  choice: Choice,
): Promise<Answer<typeof getMessages> | undefined> {
  const asOf = store.get().messages.position
  const page = await client.call(wire.getMessages, {
    ...choice,
    apply_markdown: true,
    client_gravatar: true,
    allow_empty_topic_name: true,
  })
  const { state, messages, topics } = store.get()
  if (!state) return undefined
  store.set({
    messages: addSingle(messages, page, { facts: factsOf(state), asOf }),
    topics: withMessages(topics, page.messages),
  })
  return page
}
