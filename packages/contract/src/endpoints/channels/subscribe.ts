import * as z from 'zod'
import { endpoint, field, json } from '../../define.ts'
import { limits } from '../../limits.ts'
import { name, textUpTo } from '../../primitives.ts'
import {
  changesOfPrincipals,
  newChannelParameters,
  principalErrors,
  principals,
} from './new-channel-parameters.ts'

export const subscribe = endpoint({
  id: 'subscribe',
  method: 'POST',
  path: '/users/me/subscriptions',
  role: 'guest',
  scope: 'channels:write',
  summary: 'Subscribe to channels. Creates channels that do not exist.',
  doc: 'Parameters that describe new channels are ignored for channels that exist. The call succeeds as a whole or changes nothing.',
  params: {
    subscriptions: json(
      z
        .array(
          z.object({
            name: name(limits.maxChannelNameLength).describe('Name of the channel.'),
            description: textUpTo(limits.maxChannelDescriptionLength)
              .optional()
              .describe('The description in Markdown; for new channels.'),
          }),
        )
        .min(1),
      'The channels.',
    ),
    principals: json(principals.default([]), 'The users to subscribe. By default the caller.', {
      changes: changesOfPrincipals,
    }),
    authorization_errors_fatal: json(
      z.boolean().default(true),
      'Whether the call fails if one of the channels may not be joined. When false, such channels are listed in `unauthorized`.',
    ),
    ...newChannelParameters,
  },
  returns: {
    subscribed: field(
      z.record(z.string(), z.array(z.string())),
      'The names of the channels that each user was newly subscribed to, keyed by user id.',
      {
        changes: [{ level: 289, text: 'Keyed by user id rather than by email address.' }],
      },
    ),
    already_subscribed: field(
      z.record(z.string(), z.array(z.string())),
      'The names of the channels that each user was already in, keyed by user id.',
    ),
    unauthorized: field(
      z.array(z.string()).optional(),
      'The names of the channels that may not be joined. Returned when `authorization_errors_fatal` is false.',
    ),
    new_subscription_messages_sent: field(
      z.boolean().optional(),
      `Whether direct messages told people of their subscriptions. Returned with \`send_new_subscription_messages\`. False if this would have taken more than ${limits.maxBulkNewSubscriptionMessages} messages.`,
      { since: 397 },
    ),
  },
  errors: [
    {
      code: 'BAD_REQUEST',
      when: 'A principal is unknown or deactivated, a name is not valid, a permission names a group that it cannot have, or the caller may not join or create a channel.',
    },
    {
      code: 'UNAUTHORIZED_PRINCIPAL',
      when: 'Only administrators may set `default_push_notifications`, only owners may set `message_retention_days`.',
    },
  ],
  changes: [
    principalErrors,
    {
      level: 333,
      text: 'Removed `stream_post_policy` and `is_announcement_only`. Use `can_send_message_group`.',
    },
    {
      level: 349,
      text: 'People who may add subscribers to a private channel need not be subscribed to it.',
    },
    { level: 362, text: 'Subscriptions to archived channels can be changed.' },
  ],
  example: {
    request: { subscriptions: [{ name: 'design', description: 'How things **look**' }] },
    response: {
      subscribed: { 10: ['design'] },
      already_subscribed: {},
      new_subscription_messages_sent: true,
    },
  },
})
