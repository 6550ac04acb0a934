import type { MessageFlag } from '@tagma/contract/objects/message.ts'
import type { Message } from '@tagma/sync/messages/message.ts'
import { othersOf } from '@tagma/sync/messages/message.ts'

/** Returns the event of flags that one sets or removes, for showing it at once. */
export function flagEvent(
  messages: readonly Message[],
  flag: MessageFlag,
  isAdded: boolean,
  userId: number,
): Readonly<Record<string, unknown>> {
  const op = isAdded ? 'add' : 'remove'
  const event = { type: 'update_message_flags', op, operation: op, flag, all: false }
  const ids = messages.map(({ id }) => id).toSorted((a, b) => a - b)
  if (isAdded || flag !== 'read') return { ...event, messages: ids }
  const details = messages.map((message) => [
    message.id,
    {
      type: message.type,
      ...(message.flags.includes('mentioned') ? { mentioned: true } : {}),
      ...(message.type === 'private'
        ? { user_ids: othersOf(message, userId) }
        : { stream_id: message.stream_id, topic: message.subject }),
    },
  ])
  return { ...event, messages: ids, message_details: Object.fromEntries(details) }
}
