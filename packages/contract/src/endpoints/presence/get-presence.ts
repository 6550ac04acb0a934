import * as z from 'zod'
import { endpoint, field } from '../../define.ts'
import { legacyPresence } from '../../objects/presence.ts'

export const getPresence = endpoint({
  id: 'get-presence',
  method: 'GET',
  path: '/realm/presence',
  role: 'guest',
  scope: 'people:read',
  summary: 'Fetch the presence of all users.',
  params: {},
  returns: {
    server_timestamp: field(z.number(), 'The time of the answer in UNIX seconds.'),
    presences: field(z.record(z.string(), legacyPresence), 'Keyed by API email address.'),
  },
  example: {
    request: {},
    response: {
      server_timestamp: 1767603600.5,
      presences: {
        'iris@example.com': {
          website: { client: 'website', status: 'idle', timestamp: 1767603600, pushable: false },
          aggregated: { client: 'website', status: 'idle', timestamp: 1767603600 },
        },
      },
    },
  },
})
