import { onlyResolves } from '@tagma/rules/topics.ts'
import type { DeclaredEvent } from '../state.ts'
import type { Facts } from './facts.ts'
import type { Fitting } from './fits.ts'
import { isLimited } from './fits.ts'
import type { MessageReducer } from './message-reducer.ts'
import { keptFlags, type Message } from './message.ts'
import { changeWindows, type Messages } from './messages.ts'
import { type Changed, withChanged, withUnknown } from './recheck.ts'
import { covers, stale } from './window.ts'

type Update = Extract<DeclaredEvent, { type: 'update_message' }>

/** Takes in an edit, a new rendering, or a move of messages to another topic or channel. */
export const applyUpdate: MessageReducer<'update_message'> = (messages, event, facts) => {
  const next = event.rendered_content === undefined ? messages : edited(messages, event, facts)
  return event.orig_subject === undefined || event.stream_id === undefined
    ? withFlags(next, event, facts)
    : moved(withFlags(next, event, facts), event, facts)
}

function edited(messages: Messages, event: Update, facts: Facts): Messages {
  const { message_id: id, rendered_content: content = '', rendering_only: isRendering } = event
  const before = messages.byId.get(id)
  if (!before) {
    if (isRendering) return messages
    const after: Fitting = {
      id,
      content,
      ...(event.stream_id === undefined ? {} : { stream_id: event.stream_id }),
    }
    return withUnknown(
      messages,
      [{ before: { ...after, content: event.orig_rendered_content ?? '' }, after }],
      'content',
      facts,
    )
  }
  const after: Message = {
    ...before,
    content,
    ...(event.is_me_message === undefined ? {} : { is_me_message: event.is_me_message }),
    ...(isRendering ? {} : { last_edit_timestamp: event.edit_timestamp }),
  }
  // Another rendering holds the same words, links and files.
  if (isRendering) return { ...messages, byId: messages.byId.with(id, after) }
  return withChanged(messages, [{ before, after }], 'content', facts)
}

/** Takes in the user's flags on the message that was edited: a mention may be new or gone. */
function withFlags(messages: Messages, event: Update, facts: Facts): Messages {
  const before = messages.byId.get(event.message_id)
  if (!before || event.rendering_only) return messages
  const flags = keptFlags(event.flags)
  const isSame = flags.length === before.flags.length && flags.every((flag) => before.flags.includes(flag))
  return isSame ? messages : withChanged(messages, [{ before, after: { ...before, flags } }], 'flags', facts)
}

function moved(messages: Messages, event: Update, facts: Facts): Messages {
  const { stream_id: from = 0, orig_subject: fromTopic = '' } = event
  const channelId = event.new_stream_id ?? from
  const topic = event.subject ?? fromTopic
  const isRead = channelId !== from && !facts.isSubscribed(channelId)
  const countsAsMove = channelId !== from || !onlyResolves(fromTopic, topic)
  const changes: Changed[] = []
  const unknown: { before: Fitting; after: Fitting }[] = []
  for (const id of event.message_ids) {
    const before = messages.byId.get(id)
    if (!before) {
      const place = { id, type: 'stream' } as const
      unknown.push({
        before: { ...place, stream_id: from, subject: fromTopic },
        after: { ...place, stream_id: channelId, subject: topic },
      })
      continue
    }
    const after: Message = {
      ...before,
      stream_id: channelId,
      subject: topic,
      ...(event.topic_links ? { topic_links: event.topic_links } : {}),
      ...(countsAsMove ? { last_moved_timestamp: event.edit_timestamp } : {}),
      // In channels that the user is not subscribed to, everything counts as read.
      ...(isRead && !before.flags.includes('read') ? { flags: [...before.flags, 'read' as const] } : {}),
    }
    changes.push({ before, after })
  }
  const next = withUnknown(withChanged(messages, changes, 'place', facts), unknown, 'place', facts)
  if (channelId === from) return next
  // Whether the user received a message depends on the channel where it is now, and only the server knows.
  return changeWindows(next, (window) =>
    isLimited(window.narrow) && event.message_ids.some((id) => covers(window, id))
      ? stale(window, messages.position)
      : window,
  )
}
