import * as z from 'zod'
import { endpoint, field, json, text } from '../../define.ts'
import { presences } from '../../objects/presence.ts'

export const updatePresence = endpoint({
  id: 'update-presence',
  method: 'POST',
  path: '/users/me/presence',
  role: 'guest',
  bots: false,
  summary: 'Report that you are there, and fetch who else is.',
  doc: 'Meant to be called every `server_presence_ping_interval_seconds`. In between, `presence` events tell of people who come online. In invisible mode nothing is recorded, but the presence of others is answered all the same.',
  params: {
    status: text(
      z.enum(['active', 'idle']),
      '`active` while the user is using the device, even without touching the client; otherwise `idle`.',
    ),
    last_update_id: json(
      z.int().min(-1).optional(),
      'The `presence_last_update_id` of the last answer, so that only what is newer comes; -1 for everything. Passing it selects the modern format.',
      { since: 263 },
    ),
    history_limit_days: json(
      z.int().nonnegative().default(14),
      'Age in days of the oldest data to fetch. Ignored when `last_update_id` is above 0.',
      { since: 288 },
    ),
    new_user_input: json(
      z.boolean().default(false),
      'Whether the user touched the client since its last call.',
    ),
    ping_only: json(z.boolean().default(false), 'Whether to report only, and fetch nothing.'),
    slim_presence: json(z.boolean().default(false), 'Whether the modern format is wanted.', {
      deprecated: 263,
    }),
  },
  returns: {
    presence_last_update_id: field(
      z.int(),
      'What to pass as `last_update_id` next. Equal to what was passed when nothing is new; -1 when nothing was passed and nothing is there.',
      { since: 263 },
    ),
    server_timestamp: field(z.number().optional(), 'UNIX time of the answer; not with `ping_only`.'),
    presences: field(
      presences.optional(),
      'Keyed by user id in the modern format, by API email address in the legacy one; not with `ping_only`.',
    ),
  },
  errors: [{ code: 'BAD_REQUEST', when: 'The status is neither `active` nor `idle`.' }],
  example: {
    request: { status: 'active', last_update_id: -1 },
    response: {
      presence_last_update_id: 1000,
      server_timestamp: 1767603600.5,
      presences: { '10': { active_timestamp: 1767603580, idle_timestamp: 1767603600 } },
    },
  },
})
