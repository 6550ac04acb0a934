import * as z from 'zod'
import { either, endpoint, field, json } from '../../define.ts'
import { limits } from '../../limits.ts'
import { registration } from '../../objects/registration.ts'
import { narrow } from '../../primitives.ts'

/** The capabilities of a client. Unknown names are ignored, so that newer clients can register with older servers. */
export const clientCapabilities = z
  .object({
    notification_settings_null: field(
      z.boolean().optional(),
      'Notification settings of subscriptions may be null. Without this capability, the inherited value is given.',
    ),
    bulk_message_deletion: z.boolean().optional(),
    user_avatar_url_field_optional: z.boolean().optional(),
    stream_typing_notifications: z.boolean().optional(),
    user_settings_object: z.boolean().optional(),
    linkifier_url_template: z.boolean().optional(),
    user_list_incomplete: z.boolean().optional(),
    include_deactivated_groups: z.boolean().optional(),
    archived_channels: z.boolean().optional(),
    empty_topic_name: z.boolean().optional(),
    simplified_presence_events: z.boolean().optional(),
    individual_emoji_changes: z.boolean().optional(),
    tagma_commands: field(z.boolean().optional(), 'Offers the commands of bots. A capability of Tagma.'),
  })
  .describe('The newer forms of answers and events that the client understands.')
export type ClientCapabilities = z.output<typeof clientCapabilities>

/** The parameters of POST /register that GET /events shares, because it can register a queue too. */
export const queueParameters = {
  apply_markdown: json(z.boolean().default(false), 'Whether `content` of messages comes as HTML.'),
  client_gravatar: json(
    z.boolean().optional(),
    'Whether the client computes gravatar addresses itself. True by default for users, false without an account.',
  ),
  all_public_streams: json(
    z.boolean().default(false),
    'Whether to receive the messages of all public channels, subscribed or not.',
  ),
  event_types: json(
    z.array(z.string()).optional(),
    'The event types to receive. By default all. Unknown types are ignored.',
  ),
  client_capabilities: json(clientCapabilities.optional(), 'The capabilities of the client.'),
  narrow: json(
    narrow.default([]),
    'Only messages that match the narrow are delivered. Possible terms: channel, topic, sender, `is:dm`, `is:alerted`, `is:mentioned`, `is:starred`, `is:unread`.',
  ),
  idle_queue_timeout: either(
    z.union([z.int().positive(), z.literal('mobile')]).optional(),
    `Seconds that the queue lives without being polled, at most ${limits.maxIdleQueueSeconds}. \`mobile\` means 12 hours. Until its first poll, a queue lives for ${limits.idleQueueSeconds} seconds.`,
    { since: 481 },
  ),
}

export const registerQueue = endpoint({
  id: 'register-queue',
  method: 'POST',
  path: '/register',
  role: 'guest',
  scope: 'events',
  repeated: 'again',
  summary: 'Register an event queue and fetch the state at its start.',
  spectators:
    'The state without a queue: web-public channels, users without their email addresses and profiles, and everything needed to show messages. `include_subscribers` and `client_gravatar` must not be true.',
  doc: `Apply every event of the queue, in order, to the fetched state: the result is the current state. A user has at most ${limits.maxQueuesPerUser} queues. A new one beyond that ends the queue that was polled longest ago.`,
  params: {
    ...queueParameters,
    include_subscribers: either(
      z.union([z.boolean(), z.literal('partial')]).default(false),
      'Whether to return the ids of each channel’s subscribers. `partial` allows to leave some out for large channels.',
      { changes: [{ level: 412, text: 'Added `partial`.' }] },
    ),
    slim_presence: json(
      z.boolean().default(false),
      'Whether `presences` comes in the modern format, keyed by user id.',
    ),
    presence_history_limit_days: json(
      z.int().nonnegative().default(14),
      'The age in days of the oldest presence data to fetch.',
      { since: 288 },
    ),
    fetch_event_types: json(
      z.array(z.string()).optional(),
      'The event types whose state to fetch. By default those of `event_types`.',
    ),
  },
  returns: registration,
  errors: [{ code: 'BAD_REQUEST', when: 'The narrow has an operator that queues cannot filter by.' }],
  example: {
    request: { event_types: ['message'] },
    response: {
      queue_id: 'f3cdaca9-8e0c-4b4f-9d6c-6b1f5b4a9a5e',
      last_event_id: 65536,
      zulip_feature_level: 507,
    },
  },
})
