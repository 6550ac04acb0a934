import * as z from 'zod'
import { endpoint, field } from '../../define.ts'

export const getSessions = endpoint({
  id: 'get-sessions',
  method: 'GET',
  path: '/tagma/sessions',
  session: true,
  role: 'guest',
  scope: 'none',
  bots: false,
  summary: 'Fetch your sessions.',
  doc: 'A session is a browser in which you are signed in. An endpoint of Tagma; Zulip has none for this.',
  params: {},
  returns: {
    sessions: field(
      z.array(
        z.strictObject({
          id: field(z.int(), 'Id of the session.'),
          is_current: field(z.boolean(), 'True for the session that makes this call.'),
          created_at: field(z.int(), 'Time of the sign-in, in UNIX seconds.'),
          seen_at: field(z.int(), 'Time of the last use in UNIX seconds, about ten minutes exact.'),
          program: field(z.string(), 'The browser and its system, as far as it tells them.'),
          address: field(z.string(), 'Network address of the sign-in.'),
          methods: field(
            z.array(
              z.enum([
                'password',
                'provider',
                'trusted',
                'invitation',
                'sign_up',
                'setup',
                'reset',
                'command',
                'code',
                'recovery',
                'passkey',
              ]),
            ),
            'How you proved who you are: by your password, another service, an invitation, the link that made your account (`sign_up`), the link for the first owner, the link that sets a new password, or one that a command of the server printed; and, as a second step, by a code of your app or a recovery code, or because the other service asks for one (`trusted`). A passkey is both steps.',
          ),
        }),
      ),
      'The session with the latest use comes first.',
    ),
  },
  example: {
    request: {},
    response: {
      sessions: [
        {
          id: 7,
          is_current: true,
          created_at: 1767603600,
          seen_at: 1767690000,
          program: 'Firefox on Linux',
          address: '203.0.113.7',
          methods: ['password'],
        },
      ],
    },
  },
})
