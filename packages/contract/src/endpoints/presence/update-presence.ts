import * as z from 'zod'
import { endpoint, field, json, text } from '../../define.ts'
import { presences } from '../../objects/presence.ts'

export const updatePresence = endpoint({
  id: 'update-presence',
  method: 'POST',
  path: '/users/me/presence',
  role: 'guest',
  scope: 'people:write',
  bots: false,
  repeated: 'again',
  summary: 'Report your presence and fetch that of others.',
  doc: 'Call it every `server_presence_ping_interval_seconds`. Between two calls, `presence` events report people who come online. In invisible mode the call records nothing but still returns the presence of others.',
  params: {
    status: text(
      z.enum(['active', 'idle']),
      '`active` while the user uses the device, even if another program has the focus. Otherwise `idle`.',
    ),
    last_update_id: json(
      z.int().min(-1).optional(),
      'The `presence_last_update_id` of the last answer: the server returns only newer data. -1 returns everything. Passing it selects the modern format.',
      { since: 263 },
    ),
    history_limit_days: json(
      z.int().nonnegative().default(14),
      'Age in days of the oldest data to fetch. Ignored when `last_update_id` is above 0.',
      { since: 288 },
    ),
    new_user_input: json(
      z.boolean().default(false),
      'Whether the user touched the client since the last call.',
    ),
    ping_only: json(z.boolean().default(false), 'Whether to report only and fetch nothing.'),
    slim_presence: json(z.boolean().default(false), 'Whether to return the modern format.', {
      deprecated: 263,
    }),
  },
  returns: {
    presence_last_update_id: field(
      z.int(),
      'The value to pass as `last_update_id` next. Without news it is the value that was passed; -1 if none was passed and there is no data.',
      { since: 263 },
    ),
    server_timestamp: field(
      z.number().optional(),
      'The time of the answer in UNIX seconds. Missing with `ping_only`.',
    ),
    presences: field(
      presences.optional(),
      'Keyed by user id in the modern format, by API email address in the legacy format. Missing with `ping_only`.',
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
