import * as z from 'zod'
import { event, field } from '../define.ts'
import { legacyPresence, presence } from '../objects/presence.ts'

export const presenceEvent = event({
  type: 'presence',
  doc: 'A user came online. Later changes are not sent: fetch them by POST /users/me/presence.',
  fields: {
    presences: field(
      z.record(z.string(), presence).optional(),
      'The modern format, keyed by user id. For clients with the capability `simplified_presence_events`; they get no other field.',
      { since: 419 },
    ),
    user_id: field(z.int().optional(), 'Id of the user.'),
    email: field(z.string().optional(), 'API email address of the user.', { deprecated: 89 }),
    server_timestamp: field(z.number().optional(), 'The time of the event in UNIX seconds.'),
    presence: field(
      z
        .strictObject({ website: field(legacyPresence.shape.website, 'The reports of the user’s clients.') })
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
