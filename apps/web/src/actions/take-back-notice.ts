import * as wire from '@tagma/contract/wire.ts'
import { deletionProblem } from '@tagma/rules/messages.ts'
import { organizationOf, personOf, ruledChannel } from '@tagma/sync/selectors/rights.ts'
import { channelById } from '#state/channels.ts'
import type { App } from '#state/use-app.ts'

/** Returns the id of the newest message that the page knows. Messages that the server makes later have greater ids. */
export function newestKnown({ store }: App): number {
  let newest = 0
  for (const [id] of store.get().messages.byId) newest = Math.max(newest, id)
  return newest
}

/**
 * Deletes the notice that the Notification Bot wrote into a topic about a move of one's own, if one may delete messages of
 * others. `newest`: the newest message from before the move.
 */
export async function takeBackNotice(
  { store, client, clock }: App,
  { channelId, topic }: { readonly channelId: number; readonly topic: string },
  newest: number,
): Promise<void> {
  const { state } = store.get()
  const bot = state?.cross_realm_bots?.find(({ email }) => email.startsWith('notification-bot@'))
  const channel = channelById(state, channelId)
  if (!state || !bot || !channel) return
  const ownId = state.user_id ?? -1
  const now = clock.now() / 1000
  const notice = { sender_id: bot.user_id, sent_at: now }
  const self = personOf(state, ownId)
  const sender = personOf(state, bot.user_id)
  if (deletionProblem(organizationOf(state), self, sender, notice, ruledChannel(channel), now)) return
  const { messages } = await client.call(wire.getMessages, {
    anchor: 'newest',
    num_before: 1,
    num_after: 0,
    narrow: [
      { operator: 'channel', operand: channelId, negated: false },
      { operator: 'topic', operand: topic, negated: false },
      { operator: 'sender', operand: bot.user_id, negated: false },
    ],
    apply_markdown: false,
    allow_empty_topic_name: true,
  })
  for (const { id, content } of messages)
    if (id > newest && content.includes(`|${ownId}**`))
      await client.call(wire.deleteMessage, { message_id: id })
}
