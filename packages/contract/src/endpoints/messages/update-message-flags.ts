import * as z from 'zod'
import { endpoint, field, json, text } from '../../define.ts'

export const updateMessageFlags = endpoint({
  id: 'update-message-flags',
  method: 'POST',
  path: '/messages/flags',
  role: 'guest',
  scope: 'messages:write',
  summary: 'Add or remove a flag on messages.',
  params: {
    messages: json(z.array(z.int().nonnegative()), 'Ids of the messages.'),
    op: text(z.enum(['add', 'remove']), 'Whether to add or remove the flag.'),
    flag: text(z.string(), '`read`, `starred` or `collapsed`.'),
  },
  returns: {
    messages: field(z.array(z.int()), 'The ids of the messages that now have, or no longer have, the flag.'),
    ignored_because_not_subscribed_channels: field(
      z.array(z.int()),
      'The channels whose messages cannot be marked as unread, because the caller is not subscribed.',
      { since: 355 },
    ),
  },
  errors: [
    {
      code: 'BAD_REQUEST',
      when: 'The flag does not exist or cannot be set, or the caller may not read a message.',
    },
  ],
  example: {
    request: { messages: [31], op: 'add', flag: 'starred' },
    response: { messages: [31], ignored_because_not_subscribed_channels: [] },
  },
})
