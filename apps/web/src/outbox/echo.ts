import { addEcho, dropEcho, settleEcho, type Echo } from '@tagma/sync/messages/echoes.ts'
import { factsOf } from '@tagma/sync/messages/facts.ts'
import type { Messages } from '@tagma/sync/messages/messages.ts'
import type { State } from '@tagma/sync/state.ts'
import type { Outbox, OutboxEntry } from './outbox.ts'

/**
 * Returns a message of one's own as it is shown until the server's takes its place. `html` is undefined while the
 * renderer is loading: then the text stands as it was written.
 */
export function echoOf(entry: OutboxEntry, ownId: number, html: string | undefined): Echo {
  const { to, content, localId, writtenAt } = entry
  return {
    local_id: localId,
    type: to.kind === 'topic' ? 'stream' : 'private',
    sender_id: ownId,
    content: html ?? textAsHtml(content),
    ...(to.kind === 'topic' ? { stream_id: to.channelId } : {}),
    subject: to.kind === 'topic' ? to.topic : '',
    topic_links: [],
    is_me_message: content.startsWith('/me '),
    reactions: [],
    submessages: [],
    timestamp: Math.floor(writtenAt / 1000),
    flags: ['read'],
    participants: to.kind === 'people' ? [...to.userIds, ownId].toSorted((a, b) => a - b) : [],
  }
}

/** Returns text as a paragraph that shows it literally. */
function textAsHtml(text: string): string {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  return `<p>${escaped.replaceAll('\n', '<br>\n')}</p>`
}

/** Shows the echo of an entry, or replaces the one that is shown. */
export function showEcho(messages: Messages, entry: OutboxEntry, state: State, html?: string): Messages {
  return addEcho(messages, echoOf(entry, state.user_id ?? 0, html), factsOf(state))
}

/** Returns the messages with the echoes of a changed outbox. */
export function followOutbox(
  messages: Messages,
  change: { readonly before: Outbox; readonly after: Outbox },
  state: State,
): Messages {
  const { before, after } = change
  const old = new Map(before.map((entry) => [entry.localId, entry]))
  let next = messages
  for (const entry of after) {
    const was = old.get(entry.localId)
    old.delete(entry.localId)
    if (!was || was.to !== entry.to) next = showEcho(next, entry, state)
    if (entry.state.kind === 'sent' && was?.state.kind !== 'sent')
      next = settleEcho(next, entry.localId, entry.state.messageId, factsOf(state))
  }
  for (const localId of old.keys()) next = dropEcho(next, localId, factsOf(state))
  return next
}
