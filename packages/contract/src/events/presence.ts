import * as z from 'zod'
import { event, field } from '../define.ts'
import { legacyPresence, presence } from '../objects/presence.ts'

export const presenceEvent = event({
  type: 'presence',
  doc: 'Somebody came online. What happens while they stay is fetched by POST /users/me/presence.',
  fields: {
    presences: field(
      z.record(z.string(), presence).optional(),
      'The modern format, keyed by user id; for clients with the capability `simplified_presence_events`. The other fields are missing then.',
      { since: 419 },
    ),
    user_id: field(z.int().optional(), 'Id of the user.'),
    email: field(z.string().optional(), 'API email address of the user.', { deprecated: 89 }),
    server_timestamp: field(z.number().optional(), 'UNIX time of the event.'),
    presence: field(
      z
        .strictObject({ website: field(legacyPresence.shape.website, 'What the user’s clients report.') })
        .optional(),
      'The legacy format.',
    ),
  },
  example: {
    type: 'presence',
    presences: { '10': { active_timestamp: 1767603580, idle_timestamp: 1767603600 } },
    id: 65537,
  },
})
