import type { Message as ApiMessage } from '@tagma/contract/objects/message.ts'
import type { State } from '../state.ts'
import type { Page } from './add-page.ts'

/** The user whose messages the tests look at. */
export const me = 10

/** Returns a registration with two subscribed channels, 5 and 6. */
export const givenState = (parts: Partial<State> = {}): State =>
  ({
    queue_id: 'queue',
    last_event_id: -1,
    user_id: me,
    subscriptions: [
      { stream_id: 5, is_muted: false, invite_only: false },
      { stream_id: 6, is_muted: false, invite_only: true },
    ],
    user_topics: [],
    ...parts,
  }) as State

/** Returns a message of channel 5 and the topic `colors`, as the API gives it. */
export const givenMessage = (id: number, parts: Partial<ApiMessage> = {}): ApiMessage => ({
  id,
  type: 'stream',
  sender_id: 11,
  sender_email: 'otto@example.com',
  sender_full_name: 'Otto',
  sender_realm_str: '',
  avatar_url: null,
  client: 'test',
  content: `<p>${id}</p>`,
  content_type: 'text/html',
  display_recipient: 'design',
  ...(parts.type === 'private' ? {} : { stream_id: 5 }),
  subject: parts.type === 'private' ? '' : 'colors',
  topic_links: [],
  recipient_id: 1,
  is_me_message: false,
  reactions: [],
  submessages: [],
  timestamp: 1_700_000_000 + id,
  flags: [],
  ...parts,
})

/** Returns people as a message lists them. */
export const givenPeople = (...ids: number[]) =>
  ids.map((id) => ({ id, email: '', full_name: '', is_mirror_dummy: false }))

/** Returns a page of messages that ends at the newest one. */
export const givenPage = (messages: ApiMessage[], parts: Partial<Page> = {}): Page => ({
  messages,
  anchor: 10_000_000_000_000_000,
  found_oldest: true,
  found_newest: true,
  ...parts,
})
