import type { Payload } from '@tagma/contract/define.ts'
import type { messageEvent } from '@tagma/contract/events/message.ts'
import { countsAsMention, mutesOf } from './mutes.ts'
import type { State } from './state.ts'
import { addUnread } from './unread.ts'

/** Takes in a new message: unread counts and recent conversations. */
export function applyMessage(state: State, { message, flags }: Payload<typeof messageEvent>): State {
  const next = { ...state }
  if (next.max_message_id !== undefined) next.max_message_id = Math.max(next.max_message_id, message.id)
  const ownId = state.user_id ?? -1
  const otherUserIds = Array.isArray(message.display_recipient)
    ? message.display_recipient.map((user) => user.id).filter((id) => id !== ownId)
    : []
  if (next.unread_msgs && !flags.includes('read')) {
    next.unread_msgs = addUnread(next.unread_msgs, ownId, {
      id: message.id,
      mentioned: countsAsMention(
        flags,
        () => message.stream_id !== undefined && mutesOf(state)(message.stream_id, message.subject),
      ),
      place:
        message.stream_id === undefined
          ? { otherUserIds }
          : { channelId: message.stream_id, topic: message.subject },
    })
  }
  if (message.stream_id === undefined && next.recent_private_conversations) {
    const key = [...otherUserIds].toSorted((a, b) => a - b)
    const rest = next.recent_private_conversations.filter(
      (conversation) => conversation.user_ids.join() !== key.join(),
    )
    next.recent_private_conversations = [{ user_ids: key, max_message_id: message.id }, ...rest]
  }
  return next
}
