import type { Message } from '@tagma/sync/messages/message.ts'
import type { Messages } from '@tagma/sync/messages/messages.ts'
import { canonicalNarrow, narrowKey } from '@tagma/sync/messages/narrow.ts'

/** Milliseconds after sending in which a title is offered. */
const patience = 5 * 60_000

/** Returns one's own message at the end of a channel's topic without a name, if it was sent a moment ago. */
export function newestOwn(
  messages: Messages,
  channelId: number,
  { ownId, now }: { readonly ownId: number; readonly now: number },
): Message | undefined {
  const terms = [
    { operator: 'channel', operand: channelId, negated: false },
    { operator: 'topic', operand: '', negated: false },
  ]
  const window = messages.windows.get(narrowKey(canonicalNarrow(terms, ownId)))
  const newest = messages.byId.get(window?.ids.at(-1) ?? 0)
  return newest?.sender_id === ownId && now - newest.timestamp * 1000 < patience ? newest : undefined
}
