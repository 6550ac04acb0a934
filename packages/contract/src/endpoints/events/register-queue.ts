import * as z from 'zod'
import { either, endpoint, field, json } from '../../define.ts'
import { limits } from '../../limits.ts'
import { registration } from '../../objects/registration.ts'
import { narrow } from '../../primitives.ts'

/** What a client can do. Unknown names are ignored, so that newer clients can register with older servers. */
export const clientCapabilities = z
  .object({
    notification_settings_null: field(
      z.boolean().optional(),
      'Notification settings of subscriptions may be null; otherwise what they inherit is given.',
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
  })
  .describe('Which newer forms of answers and events the client understands.')
export type ClientCapabilities = z.output<typeof clientCapabilities>

/** The parameters that POST /register shares with GET /events, which can register a queue on the way. */
export const queueParameters = {
  apply_markdown: json(z.boolean().default(false), 'Whether `content` of messages comes as HTML.'),
  client_gravatar: json(
    z.boolean().optional(),
    'Whether the client computes gravatar addresses itself; true by default for users, false without an account.',
  ),
  all_public_streams: json(
    z.boolean().default(false),
    'Whether messages of all public channels are wanted, subscribed or not.',
  ),
  event_types: json(
    z.array(z.string()).optional(),
    'The event types wanted; all when omitted. Unknown ones are ignored.',
  ),
  client_capabilities: json(clientCapabilities.optional(), 'What the client can do.'),
  narrow: json(
    narrow.default([]),
    'Only messages that match the narrow are delivered: channel, topic, sender, `is:dm`, `is:alerted`, `is:mentioned`, `is:starred`, `is:unread`.',
  ),
  idle_queue_timeout: either(
    z.union([z.int().positive(), z.literal('mobile')]).optional(),
    `Seconds that the queue lives without being polled, at most ${limits.maxIdleQueueSeconds}; \`mobile\` is 12 hours.`,
    { since: 481 },
  ),
}

export const registerQueue = endpoint({
  id: 'register-queue',
  method: 'POST',
  path: '/register',
  role: 'guest',
  summary: 'Register an event queue and fetch the state it starts from.',
  spectators:
    'The state alone, without a queue: web-public channels, users without their email addresses and profiles, and what is needed to show messages. `include_subscribers` and `client_gravatar` cannot be true.',
  doc: `The state and the queue belong together: applying every event of the queue, in order, to the state gives the state at that time. A user has at most ${limits.maxQueuesPerUser} queues: a further one ends the one that was polled longest ago.`,
  params: {
    ...queueParameters,
    include_subscribers: either(
      z.union([z.boolean(), z.literal('partial')]).default(false),
      'Whether channels come with the ids of their subscribers; `partial` allows some of them for large channels.',
      { changes: [{ level: 412, text: 'Added `partial`.' }] },
    ),
    slim_presence: json(
      z.boolean().default(false),
      'Whether `presences` comes in the modern format, keyed by user id.',
    ),
    presence_history_limit_days: json(
      z.int().nonnegative().default(14),
      'Age in days of the oldest presence data to fetch.',
      { since: 288 },
    ),
    fetch_event_types: json(
      z.array(z.string()).optional(),
      'The event types whose state is fetched; `event_types` when omitted.',
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
