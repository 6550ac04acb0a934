import type { Payload } from '@tagma/contract/define.ts'
import type {
  updateMessageFlagsAddEvent,
  updateMessageFlagsRemoveEvent,
} from '@tagma/contract/events/update-message-flags.ts'
import { withNumbers, withoutNumbers } from './ascending.ts'
import type { State } from './state.ts'
import { addUnread, removeUnread } from './unread.ts'

type FlagEvent = Payload<typeof updateMessageFlagsAddEvent> | Payload<typeof updateMessageFlagsRemoveEvent>

/** Takes in flags added or removed: stars and unread messages. */
export function applyMessageFlags(state: State, event: FlagEvent): State {
  if (event.flag === 'starred' && state.starred_messages) {
    const { starred_messages: before } = state
    // Their ids are ascending.
    const starred_messages =
      event.op === 'add' ? withNumbers(before, event.messages) : withoutNumbers(before, event.messages)
    return starred_messages === before ? state : { ...state, starred_messages }
  }
  if (event.flag !== 'read' || !state.unread_msgs) return state
  if (event.op === 'add') {
    const unread_msgs = removeUnread(state.unread_msgs, event.messages)
    return unread_msgs === state.unread_msgs ? state : { ...state, unread_msgs }
  }
  let unread = state.unread_msgs
  for (const [id, details] of Object.entries(event.message_details ?? {})) {
    unread = addUnread(unread, state.user_id ?? -1, {
      id: Number(id),
      mentioned: details.mentioned ?? false,
      place:
        details.stream_id === undefined
          ? { otherUserIds: details.user_ids ?? [] }
          : { channelId: details.stream_id, topic: details.topic ?? '' },
    })
  }
  return { ...state, unread_msgs: unread }
}
