import type { Payload } from '@tagma/contract/define.ts'
import type { deleteMessageEvent } from '@tagma/contract/events/delete-message.ts'
import type { updateMessageEvent } from '@tagma/contract/events/update-message.ts'
import { has, withNumber, withoutNumbers } from './ascending.ts'
import { countsAsMention, mutesOf } from './mutes.ts'
import type { State } from './state.ts'
import { addToTopic, indexOfTopic, removeUnread, type Unread } from './unread.ts'

type Update = Payload<typeof updateMessageEvent>

/** Takes in edits, which can change mentions, and moves, which move unread messages too. */
export function applyUpdateMessage(state: State, event: Update): State {
  if (!state.unread_msgs || event.rendering_only) return state
  let unread = moveUnread(state, state.unread_msgs, event)
  if (event.content !== undefined) unread = withMention(state, unread, event.message_id, event.flags)
  return unread === state.unread_msgs ? state : { ...state, unread_msgs: unread }
}

function moveUnread(state: State, before: Unread, event: Update): Unread {
  if (event.stream_id === undefined || event.orig_subject === undefined) return before
  const channelId = event.new_stream_id ?? event.stream_id
  const topic = event.subject ?? event.orig_subject
  // They are ascending.
  const moved = event.message_ids
  const ids = before.streams.flatMap(({ unread_message_ids: all }) =>
    withoutNumbers(all, moved) === all ? [] : all.filter((id) => has(moved, id)),
  )
  let unread = before
  if (ids.length > 0) {
    const { mentions } = before
    unread = removeUnread(before, ids)
    // In channels that the user is not subscribed to, no message counts as unread.
    if (!state.subscriptions || state.subscriptions.some((channel) => channel.stream_id === channelId))
      unread = { ...unread, mentions, streams: addToTopic(unread.streams, { channelId, topic }, ids) }
  }
  return renameTopic(unread, channelId, topic)
}

/** Finds the topic in any case, because a topic has one name. */
function renameTopic(unread: Unread, channelId: number, topic: string): Unread {
  const index = indexOfTopic(unread.streams, channelId, topic)
  const group = unread.streams[index]
  if (!group || group.topic === topic) return unread
  return { ...unread, streams: unread.streams.with(index, { ...group, topic }) }
}

function withMention(state: State, unread: Unread, id: number, flags: readonly string[]): Unread {
  const holds = (group: { readonly unread_message_ids: readonly number[] }) =>
    has(group.unread_message_ids, id)
  const inChannel = unread.streams.find(holds)
  const isListed = inChannel !== undefined || unread.pms.some(holds) || unread.huddles.some(holds)
  const isMention = countsAsMention(
    flags,
    () => inChannel !== undefined && mutesOf(state)(inChannel.stream_id, inChannel.topic),
  )
  const mentions =
    isListed && isMention ? withNumber(unread.mentions, id) : withoutNumbers(unread.mentions, [id])
  return mentions === unread.mentions ? unread : { ...unread, mentions }
}

/** Removes deleted messages. */
export function applyDeleteMessage(state: State, event: Payload<typeof deleteMessageEvent>): State {
  // They are ascending.
  const gone = event.message_ids ?? (event.message_id === undefined ? [] : [event.message_id])
  const { unread_msgs: unread, starred_messages: starred } = state
  const unread_msgs = unread && removeUnread(unread, gone)
  const starred_messages = starred && withoutNumbers(starred, gone)
  if (unread_msgs === unread && starred_messages === starred) return state
  return {
    ...state,
    ...(unread_msgs ? { unread_msgs } : {}),
    ...(starred_messages ? { starred_messages } : {}),
  }
}
