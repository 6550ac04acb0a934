import * as z from 'zod'
import { field } from '../define.ts'
import { subscription, unsubscribedChannel } from './channel.ts'
import { crossRealmBot, user } from './user.ts'

/** What POST /register answers: the queue, and one part for each event type fetched. */
export const registration = {
  queue_id: field(z.string().nullable(), 'Id of the queue.'),
  last_event_id: field(z.int(), 'The `last_event_id` to begin polling with.'),
  zulip_version: field(z.string(), 'Version of the API that the feature level belongs to.'),
  zulip_feature_level: field(z.int(), 'Feature level of the API.', { since: 1 }),
  zulip_merge_base: field(z.string(), 'The same as `zulip_version`.', { since: 88 }),
  event_queue_longpoll_timeout_seconds: field(z.int(), 'What clients should use as the timeout of their polls.', { since: 74 }),
  idle_queue_timeout_secs: field(z.int(), 'Seconds that this queue lives without being polled.'),

  // message
  max_message_id: field(z.int().optional(), 'Id of the newest message the user received; -1 when there is none.', { deprecated: 1 }),
  unread_msgs: field(
    z
      .strictObject({
        count: field(z.int(), 'Number of unread messages.'),
        pms: field(z.array(z.strictObject({ other_user_id: z.int(), sender_id: z.int(), unread_message_ids: z.array(z.int()) })), 'Direct messages with one other person.'),
        streams: field(z.array(z.strictObject({ stream_id: z.int(), topic: z.string(), unread_message_ids: z.array(z.int()) })), 'Channel messages.'),
        huddles: field(z.array(z.strictObject({ user_ids_string: z.string(), unread_message_ids: z.array(z.int()) })), 'Direct messages among several people.'),
        mentions: field(z.array(z.int()), 'Those of all these that mention the user.'),
        old_unreads_missing: field(z.boolean(), 'True when there were more than can be listed.'),
      })
      .optional(),
    'Unread messages by conversation; the newest ones where there are very many.',
  ),

  // starred_messages
  starred_messages: field(z.array(z.int()).optional(), 'Ids of the starred messages.'),

  // recent_private_conversations
  recent_private_conversations: field(
    z.array(z.strictObject({ user_ids: z.array(z.int()), max_message_id: z.int() })).optional(),
    'Direct conversations with the id of their newest message.',
  ),

  // realm_user
  realm_users: field(z.array(user).optional(), 'All active users.'),
  realm_non_active_users: field(z.array(user).optional(), 'Deactivated users.'),
  cross_realm_bots: field(z.array(crossRealmBot).optional(), 'The system’s own bots.'),
  user_id: field(z.int().optional(), 'Id of the caller.'),
  email: field(z.string().optional(), 'API email address of the caller.'),
  delivery_email: field(z.string().optional(), 'Real email address of the caller.'),
  full_name: field(z.string().optional(), 'Name of the caller.'),
  is_admin: field(z.boolean().optional(), 'Whether the caller is an administrator.'),
  is_owner: field(z.boolean().optional(), 'Whether the caller is an owner.'),
  is_moderator: field(z.boolean().optional(), 'Whether the caller is a moderator.'),
  is_guest: field(z.boolean().optional(), 'Whether the caller is a guest.'),
  avatar_url: field(z.string().nullable().optional(), 'Address of the caller’s picture.'),
  avatar_url_medium: field(z.string().nullable().optional(), 'Address of a larger form of it.'),
  avatar_source: field(z.string().optional(), '`G` for gravatar, `U` for an uploaded picture.'),

  // subscription
  subscriptions: field(z.array(subscription).optional(), 'The caller’s subscriptions.'),
  unsubscribed: field(z.array(unsubscribedChannel).optional(), 'Channels the caller was subscribed to.'),
  never_subscribed: field(z.array(unsubscribedChannel).optional(), 'Channels the caller may know and never was subscribed to.'),

  // stream
  streams: field(z.array(unsubscribedChannel).optional(), 'All channels that the caller may know.'),

  // realm
  max_stream_name_length: field(z.int().optional(), 'Limit of channel names in code points.', { since: 53 }),
  max_stream_description_length: field(z.int().optional(), 'Limit of channel descriptions in code points.', { since: 53 }),
  max_topic_length: field(z.int().optional(), 'Limit of topics in code points.', { since: 53 }),
  max_message_length: field(z.int().optional(), 'Limit of messages in code points.', { since: 53 }),
  realm_empty_topic_display_name: field(z.string().optional(), 'What clients without the capability `empty_topic_name` get for the empty topic.', { since: 334 }),
  server_typing_started_expiry_period_milliseconds: field(z.int().optional(), 'When a typing notice has run out.', { since: 204 }),
  server_typing_stopped_wait_period_milliseconds: field(z.int().optional(), 'How long a client waits without keys before it sends `stop`.', { since: 204 }),
  server_typing_started_wait_period_milliseconds: field(z.int().optional(), 'How often a client repeats `start`.', { since: 204 }),
}
