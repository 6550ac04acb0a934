import * as z from 'zod'
import { endpoint, field, json, text } from '../../define.ts'
import { limits } from '../../limits.ts'
import { id, name, textUpTo } from '../../primitives.ts'
import { newChannelParameters } from './new-channel-parameters.ts'

export const createChannel = endpoint({
  id: 'create-channel',
  method: 'POST',
  path: '/channels/create',
  role: 'guest',
  scope: 'channels:write',
  since: 417,
  summary: 'Create a channel and subscribe people to it.',
  params: {
    name: text(name(limits.maxChannelNameLength), 'Name of the channel.'),
    description: text(textUpTo(limits.maxChannelDescriptionLength).default(''), 'Markdown.'),
    subscribers: json(
      z.array(z.int().nonnegative()),
      'The ids of the users to subscribe. May be empty; the caller is subscribed only if listed.',
    ),
    ...newChannelParameters,
  },
  returns: { id: field(id('channel'), 'Id of the channel.') },
  errors: [
    { code: 'CHANNEL_ALREADY_EXISTS', when: 'The organization already has a channel with this name.' },
    {
      code: 'BAD_REQUEST',
      when: 'A user is unknown or deactivated, or the caller may not create such a channel.',
    },
    {
      code: 'UNAUTHORIZED_PRINCIPAL',
      when: 'Only administrators may set `default_push_notifications`, only owners may set `message_retention_days`.',
    },
  ],
  example: {
    request: { name: 'design', description: 'How things **look**', subscribers: [10, 11] },
    response: { id: 5 },
  },
})
