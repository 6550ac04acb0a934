import * as z from 'zod'
import { endpoint, field, inPath } from '../../define.ts'

const timestamp = field(z.int(), 'When last heard of, UNIX seconds.')

export const getUserPresence = endpoint({
  id: 'get-user-presence',
  method: 'GET',
  path: '/users/{user_id_or_email}/presence',
  role: 'guest',
  summary: 'Fetch the presence of a user.',
  params: {
    user_id_or_email: inPath(
      z.union([z.int().nonnegative(), z.string()]),
      'Id or API email address of the user.',
      { changes: [{ level: 43, text: 'Ids are accepted.' }] },
    ),
  },
  returns: {
    presence: field(
      z.strictObject({
        active_timestamp: field(z.int(), 'When last reported as active; 0 for never.', { since: 487 }),
        idle_timestamp: field(z.int(), 'When last heard of.', { since: 487 }),
        website: field(
          z.strictObject({
            status: field(z.enum(['active', 'idle']), 'What the user was when last heard of.'),
            timestamp,
          }),
          'The legacy format.',
        ),
        aggregated: field(
          z.strictObject({
            status: field(
              z.enum(['active', 'idle', 'offline']),
              'The same; `offline` when that is longer ago than `server_presence_offline_threshold_seconds`.',
            ),
            timestamp,
          }),
          'The legacy format, as it is now.',
        ),
      }),
      'The user’s presence.',
    ),
    server_timestamp: field(z.number(), 'UNIX time of the answer.', { since: 497 }),
  },
  errors: [
    {
      code: 'BAD_REQUEST',
      when: 'There is no such user, the caller may not see them, they are a bot, or they were never there.',
    },
  ],
  example: {
    request: { user_id_or_email: 10 },
    response: {
      presence: {
        active_timestamp: 1767603580,
        idle_timestamp: 1767603600,
        website: { status: 'idle', timestamp: 1767603600 },
        aggregated: { status: 'idle', timestamp: 1767603600 },
      },
      server_timestamp: 1767603600.5,
    },
  },
})
