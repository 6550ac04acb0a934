import type { Message } from '@tagma/contract/objects/message.ts'
import type { State } from '@tagma/sync/state.ts'
import type { OutboxEntry } from './outbox.ts'

/** The parts of the registration that an echo shows. */
export type EchoSources = Pick<State, 'user_id' | 'email' | 'full_name' | 'avatar_url' | 'subscriptions'>

/**
 * Returns a message of one's own as it is shown until the server's takes its place. `html` is undefined while the
 * renderer is loading: then the text stands as it was written.
 */
export function echoOf(entry: OutboxEntry, sources: EchoSources, html: string | undefined): Message {
  const { to } = entry
  const ownId = sources.user_id ?? 0
  const channel =
    to.kind === 'topic'
      ? sources.subscriptions?.find(({ stream_id }) => stream_id === to.channelId)
      : undefined
  return {
    id: entry.echoId,
    type: to.kind === 'topic' ? 'stream' : 'private',
    sender_id: ownId,
    sender_email: sources.email ?? '',
    sender_full_name: sources.full_name ?? '',
    sender_realm_str: '',
    avatar_url: sources.avatar_url ?? null,
    client: 'website',
    content: html ?? textAsHtml(entry.content),
    content_type: 'text/html',
    display_recipient:
      to.kind === 'topic'
        ? (channel?.name ?? '')
        : [ownId, ...to.userIds].map((id) => ({ id, email: '', full_name: '', is_mirror_dummy: false })),
    ...(to.kind === 'topic' ? { stream_id: to.channelId } : {}),
    subject: to.kind === 'topic' ? to.topic : '',
    topic_links: [],
    recipient_id: 0,
    is_me_message: entry.content.startsWith('/me '),
    reactions: [],
    submessages: [],
    timestamp: Math.floor(entry.writtenAt / 1000),
    flags: ['read'],
  }
}

/** Returns text as a paragraph that shows it literally. */
export function textAsHtml(text: string): string {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  return `<p>${escaped.replaceAll('\n', '<br>\n')}</p>`
}
