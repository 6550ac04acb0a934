import * as z from 'zod'
import { endpoint, field } from '../../define.ts'

export const getScimClients = endpoint({
  id: 'get-scim-clients',
  method: 'GET',
  path: '/tagma/scim_clients',
  session: true,
  role: 'owner',
  scope: 'none',
  bots: false,
  summary: 'Fetch SCIM clients.',
  doc: 'Lists the clients that provision accounts and groups by [SCIM](provisioning). An endpoint of Tagma; Zulip has none for this.',
  params: {},
  returns: {
    url: field(
      z.string(),
      'Address of SCIM in this organization, for the settings of a directory of people.',
    ),
    scim_clients: field(
      z.array(
        z.strictObject({
          id: field(z.int(), 'Id of the client.'),
          name: field(z.string(), 'Name of the client, for people.'),
          hint: field(z.string(), 'Last four characters of its secret.'),
          former_until: field(
            z.int().nullable(),
            'Time until which the secret before this one is good, in UNIX seconds. `null`: there is no other.',
          ),
          may_touch_owners: field(
            z.boolean(),
            'Whether it may make owners, and change those that the organization has.',
          ),
          may_change_addresses: field(z.boolean(), 'Whether it may change email addresses.'),
          created_at: field(z.int(), 'Time at which it was made, in UNIX seconds.'),
          called_at: field(
            z.int().nullable(),
            'Time of its last call in UNIX seconds, about ten minutes exact. `null`: it has not called yet.',
          ),
        }),
      ),
      'The oldest client comes first.',
    ),
  },
  errors: [],
  example: {
    request: {},
    response: {
      url: 'https://chat.example.com/scim/v2',
      scim_clients: [
        {
          id: 3,
          name: 'Okta',
          hint: 'e7fZ',
          former_until: null,
          may_touch_owners: false,
          may_change_addresses: true,
          created_at: 1767603600,
          called_at: 1767690000,
        },
      ],
    },
  },
})
