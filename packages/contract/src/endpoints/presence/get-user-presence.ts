import * as z from 'zod'
import { endpoint, field, inPath } from '../../define.ts'

const timestamp = field(z.int(), 'The time of the last report, in UNIX seconds.')

export const getUserPresence = endpoint({
  id: 'get-user-presence',
  method: 'GET',
  path: '/users/{user_id_or_email}/presence',
  role: 'guest',
  scope: 'people:read',
  summary: 'Fetch the presence of a user.',
  params: {
    user_id_or_email: inPath(
      z.union([z.int().nonnegative(), z.string()]),
      'Id or API email address of the user.',
      { changes: [{ level: 43, text: 'Accepts ids.' }] },
    ),
  },
  returns: {
    presence: field(
      z.strictObject({
        active_timestamp: field(
          z.int(),
          'The time of the last report as active, in UNIX seconds; 0 for never.',
          { since: 487 },
        ),
        idle_timestamp: field(z.int(), 'The time of the last report of any kind, in UNIX seconds.', {
          since: 487,
        }),
        website: field(
          z.strictObject({
            status: field(z.enum(['active', 'idle']), 'The last known state of the user.'),
            timestamp,
          }),
          'The legacy format.',
        ),
        aggregated: field(
          z.strictObject({
            status: field(
              z.enum(['active', 'idle', 'offline']),
              'The last known state. `offline` if it is older than `server_presence_offline_threshold_seconds`.',
            ),
            timestamp,
          }),
          'The presence at this moment, in the legacy format.',
        ),
      }),
      'The user’s presence.',
    ),
    server_timestamp: field(z.number(), 'The time of the answer in UNIX seconds.', { since: 497 }),
  },
  errors: [
    {
      code: 'BAD_REQUEST',
      when: 'The user does not exist, is a bot, was never present, or the caller may not see them.',
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
