import type { Messages } from '@tagma/sync/messages/messages.ts'
import { canonicalNarrow, narrowKey } from '@tagma/sync/messages/narrow.ts'

/** Returns the sender of each message of a topic that this device holds, the oldest message first. */
export function sendersIn(
  messages: Messages,
  { channelId, topic }: { readonly channelId: number; readonly topic: string },
  ownId: number,
): number[] {
  const narrow = canonicalNarrow(
    [
      { operator: 'channel', operand: channelId, negated: false },
      { operator: 'topic', operand: topic, negated: false },
    ],
    ownId,
  )
  const ids = messages.windows.get(narrowKey(narrow))?.ids ?? []
  return ids.flatMap((id) => messages.byId.get(id)?.sender_id ?? [])
}
