import type { Payload } from '@tagma/contract/define.ts'
import type { deleteMessageEvent } from '@tagma/contract/events/delete-message.ts'
import type { updateMessageEvent } from '@tagma/contract/events/update-message.ts'
import { countsAsMention, mutesOf } from './mutes.ts'
import type { State } from './state.ts'
import { addUnread, removeUnread } from './unread.ts'

/** Takes in edits, which can change mentions, and moves, which move unread messages too. */
export function applyUpdateMessage(state: State, event: Payload<typeof updateMessageEvent>): State {
  if (!state.unread_msgs || event.rendering_only) return state
  let unread = state.unread_msgs
  if (event.stream_id !== undefined && event.orig_subject !== undefined) {
    const moved = new Set(event.message_ids)
    const ids = unread.streams.flatMap((group) => group.unread_message_ids.filter((id) => moved.has(id)))
    const mentions = new Set(unread.mentions)
    const channelId = event.new_stream_id ?? event.stream_id
    const topic = event.subject ?? event.orig_subject
    unread = removeUnread(unread, new Set(ids))
    // In channels that the user is not subscribed to, no message counts as unread.
    if (!state.subscriptions || state.subscriptions.some((channel) => channel.stream_id === channelId))
      for (const id of ids)
        unread = addUnread(unread, state.user_id ?? -1, {
          id,
          mentioned: mentions.has(id),
          place: { channelId, topic },
        })
    unread = renameTopic(unread, channelId, topic)
  }
  if (event.content !== undefined) unread = withMention(state, unread, event.message_id, event.flags)
  return { ...state, unread_msgs: unread }
}

type Unread = NonNullable<State['unread_msgs']>

/** Finds the topic in any case, because a topic has one name. */
const renameTopic = (unread: Unread, channelId: number, topic: string): Unread => ({
  ...unread,
  streams: unread.streams.map((group) =>
    group.stream_id === channelId && group.topic.toLowerCase() === topic.toLowerCase()
      ? { ...group, topic }
      : group,
  ),
})

function withMention(state: State, unread: Unread, id: number, flags: readonly string[]): Unread {
  const holds = (group: { readonly unread_message_ids: readonly number[] }) =>
    group.unread_message_ids.includes(id)
  const inChannel = unread.streams.find(holds)
  const isListed = inChannel !== undefined || unread.pms.some(holds) || unread.huddles.some(holds)
  const isMention = countsAsMention(
    flags,
    () => inChannel !== undefined && mutesOf(state)(inChannel.stream_id, inChannel.topic),
  )
  const rest = unread.mentions.filter((mentioned) => mentioned !== id)
  return { ...unread, mentions: isListed && isMention ? [...rest, id].toSorted((a, b) => a - b) : rest }
}

/** Removes deleted messages. */
export function applyDeleteMessage(state: State, event: Payload<typeof deleteMessageEvent>): State {
  const gone = new Set(event.message_ids ?? (event.message_id === undefined ? [] : [event.message_id]))
  return {
    ...state,
    ...(state.unread_msgs ? { unread_msgs: removeUnread(state.unread_msgs, gone) } : {}),
    ...(state.starred_messages
      ? { starred_messages: state.starred_messages.filter((id) => !gone.has(id)) }
      : {}),
  }
}
