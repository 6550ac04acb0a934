import * as z from 'zod'
import { endpoint, field, json } from '../../define.ts'
import { limits } from '../../limits.ts'
import { name, textUpTo } from '../../primitives.ts'

/** Users by id or, as older clients send them, by API email address; not mixed. */
export const principals = z.union([z.array(z.int().nonnegative()), z.array(z.string())])

export const subscribe = endpoint({
  id: 'subscribe',
  method: 'POST',
  path: '/users/me/subscriptions',
  role: 'guest',
  summary: 'Subscribe to channels, creating those that do not exist.',
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
      changes: [{ level: 9, text: 'User ids are accepted beside email addresses.' }],
    }),
    authorization_errors_fatal: json(
      z.boolean().default(true),
      'Whether a channel that may not be joined fails the whole call. When false, such channels are listed under `unauthorized`.',
    ),
    announce: json(z.boolean().default(false), 'Whether the notification bot announces new channels.'),
    invite_only: json(z.boolean().default(false), 'Whether new channels are private.'),
    history_public_to_subscribers: json(
      z.boolean().optional(),
      'Whether new subscribers of a new channel may read earlier messages.',
    ),
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
  },
  errors: [
    {
      code: 'BAD_REQUEST',
      when: 'A principal is unknown or deactivated, a name is not valid, or the caller may not join or create a channel.',
    },
  ],
  example: {
    request: { subscriptions: [{ name: 'design', description: 'How things **look**' }] },
    response: { subscribed: { 10: ['design'] }, already_subscribed: {} },
  },
})
