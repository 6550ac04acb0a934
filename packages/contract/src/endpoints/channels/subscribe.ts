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
  summary: 'Subscribe to channels, creating those that do not exist.',
  doc: 'What the other parameters say about new channels is ignored for channels that exist. One call is carried out as a whole or not at all.',
  params: {
    subscriptions: json(
      z
        .array(
          z.object({
            name: name(limits.maxChannelNameLength).describe('Name of the channel.'),
            description: textUpTo(limits.maxChannelDescriptionLength)
              .optional()
              .describe('Markdown; for new channels.'),
          }),
        )
        .min(1),
      'The channels.',
    ),
    principals: json(principals.default([]), 'Who is subscribed; the caller when omitted.', {
      changes: changesOfPrincipals,
    }),
    authorization_errors_fatal: json(
      z.boolean().default(true),
      'Whether a channel that may not be joined fails the whole call. When false, such channels are listed under `unauthorized`.',
    ),
    ...newChannelParameters,
  },
  returns: {
    subscribed: field(
      z.record(z.string(), z.array(z.string())),
      'Names of the channels each user was subscribed to, keyed by user id.',
      {
        changes: [{ level: 289, text: 'Keyed by user id rather than by email address.' }],
      },
    ),
    already_subscribed: field(
      z.record(z.string(), z.array(z.string())),
      'Names of the channels each user was in before, keyed by user id.',
    ),
    unauthorized: field(
      z.array(z.string()).optional(),
      'Names of the channels that may not be joined; with `authorization_errors_fatal` false.',
    ),
    new_subscription_messages_sent: field(
      z.boolean().optional(),
      `Whether direct messages told people of their subscriptions; with \`send_new_subscription_messages\`. False when more than ${limits.maxBulkNewSubscriptionMessages} would have been needed.`,
      { since: 397 },
    ),
  },
  errors: [
    {
      code: 'BAD_REQUEST',
      when: 'A principal is unknown or deactivated, a name is not valid, a group-setting value names what it cannot, or the caller may not join or create a channel.',
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
      text: 'Without `stream_post_policy` and `is_announcement_only`: `can_send_message_group` says who may post.',
    },
    {
      level: 349,
      text: 'Who may add subscribers to a private channel need not be subscribed to it.',
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
