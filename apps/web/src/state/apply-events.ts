import type { ServerEvent } from '@tagma/client/server-event.ts'
import { applyEvent } from '@tagma/sync/apply-event.ts'
import { applyToMessages } from '@tagma/sync/messages/apply-to-messages.ts'
import { factsOf } from '@tagma/sync/messages/facts.ts'
import { peopleKey, topicKey } from './conversations.ts'
import { withHeard } from './heard.ts'
import type { Known } from './known.ts'
import { type TopicLists, withDoubt, withMessages, withoutTopic } from './topic-lists.ts'
import { type Typing, withEditing, withoutEditor, withoutWriter, withTyping } from './typing.ts'

type Followed = Pick<Known, 'state' | 'messages' | 'topics' | 'typing' | 'heard'>

/** Takes in the events of one answer, in order. `now` is in milliseconds since 1970. */
export function applyEvents(known: Followed, events: readonly ServerEvent[], now: number): Followed {
  let { state, messages, topics, typing } = known
  if (!state) return known
  for (const event of events) {
    state = applyEvent(state, event)
    messages = applyToMessages(messages, event, factsOf(state))
    topics = topicsAfter(topics, event)
    typing = typingAfter(typing, event, state, now)
  }
  return { state, messages, topics, typing, heard: withHeard(known.heard, events) }
}

function topicsAfter(topics: TopicLists, event: ServerEvent): TopicLists {
  switch (event.type) {
    case 'message':
      return withMessages(topics, [event.message])
    case 'update_message': {
      const { stream_id: from, orig_subject: old, subject: topic = old, new_stream_id: to = from } = event
      if (from === undefined || to === undefined || old === undefined || topic === undefined) return topics
      // Only the server knows whether a message stayed behind.
      const rest = event.propagate_mode === 'change_all' ? withoutTopic(topics, from, old) : topics
      const moved = withMessages(rest, [
        { id: Math.max(...event.message_ids), stream_id: to, subject: topic },
      ])
      return withDoubt(moved, from)
    }
    case 'delete_message': {
      if (event.message_type !== 'stream' || event.stream_id === undefined) return topics
      const ids = event.message_ids ?? (event.message_id === undefined ? [] : [event.message_id])
      const last = topics.get(event.stream_id)?.topics.get((event.topic ?? '').toLowerCase())?.lastId
      if (last === undefined || !ids.includes(last)) return topics
      return withDoubt(withoutTopic(topics, event.stream_id, event.topic ?? ''), event.stream_id)
    }
    default:
      return topics
  }
}

/** Milliseconds that a sign of writing is shown, if the server does not say. */
const usualPatience = 45_000

function typingAfter(
  typing: readonly Typing[],
  event: ServerEvent,
  state: NonNullable<Known['state']>,
  now: number,
): readonly Typing[] {
  const ownId = state.user_id ?? -1
  const patience = state.server_typing_started_expiry_period_milliseconds ?? usualPatience
  if (event.type === 'typing') return withTyping(typing, event, { ownId, now, patience })
  if (event.type === 'typing_edit_message') return withEditing(typing, event, { ownId, now, patience })
  if (event.type === 'update_message') return withoutEditor(typing, event.message_id)
  if (event.type !== 'message' || typing.length === 0) return typing
  const { sender_id: senderId, stream_id: channelId, subject, display_recipient: people } = event.message
  const conversation =
    channelId === undefined
      ? peopleKey((Array.isArray(people) ? people : []).map(({ id }) => id).filter((id) => id !== ownId))
      : topicKey(channelId, subject)
  return withoutWriter(typing, senderId, conversation)
}
