import * as z from 'zod'
import { endpoint, field } from '../../define.ts'

export const getPasskeys = endpoint({
  id: 'get-passkeys',
  method: 'GET',
  path: '/tagma/passkeys',
  session: true,
  role: 'guest',
  scope: 'none',
  bots: false,
  summary: 'Fetch your passkeys.',
  doc: 'A passkey is a key on a device of yours, or in your password manager, that signs you in without a password: see [Signing in with a second step](second-factors#passkeys). An endpoint of Tagma; Zulip has none for this.',
  params: {},
  returns: {
    passkeys: field(
      z.array(
        z.strictObject({
          id: field(z.int(), 'Id of the passkey.'),
          name: field(z.string(), 'The name that you gave it.'),
          created_at: field(z.int(), 'Time at which it was made, in UNIX seconds.'),
          used_at: field(
            z.int().nullable(),
            'Time of its last use in UNIX seconds; `null` if it was never used.',
          ),
          is_synced: field(z.boolean(), 'Whether it is copied to other devices of yours.'),
          works_here: field(z.boolean(), 'False if it was made for another address of the organization.'),
        }),
      ),
      'The oldest one comes first.',
    ),
  },
  example: {
    request: {},
    response: {
      passkeys: [
        {
          id: 3,
          name: 'Laptop',
          created_at: 1767603600,
          used_at: 1767690000,
          is_synced: false,
          works_here: true,
        },
      ],
    },
  },
})
