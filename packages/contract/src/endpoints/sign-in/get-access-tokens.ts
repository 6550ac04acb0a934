import * as z from 'zod'
import { endpoint, field, json } from '../../define.ts'
import { id } from '../../primitives.ts'
import { scopeNames } from '../../scopes.ts'

export const getAccessTokens = endpoint({
  id: 'get-access-tokens',
  method: 'GET',
  path: '/tagma/access_tokens',
  session: true,
  role: 'guest',
  scope: 'none',
  bots: false,
  summary: 'Fetch access tokens.',
  doc: 'Lists your tokens and those of your bots; for administrators also those of other accounts, one account at a time. An endpoint of Tagma; Zulip has none for this.',
  params: {
    user_id: json(
      id('user').optional(),
      'The account whose tokens to list. Omitted: you and your bots. Administrators may name any account.',
    ),
  },
  returns: {
    access_tokens: field(
      z.array(
        z.strictObject({
          id: field(z.int(), 'Id of the token.'),
          user_id: field(z.int(), 'The account that programs with the token act as.'),
          kind: field(
            z.enum(['token', 'app', 'program']),
            'How it came about. `token`: somebody made it by this API. `app`: an app got it at a sign-in. `program`: its person [let a program in](agents#programs-that-ask-you).',
          ),
          name: field(z.string(), 'What the token is for.'),
          scopes: field(z.array(z.enum(scopeNames)), 'What programs may do with it.'),
          write_to: field(
            z.array(z.int()).nullable(),
            'Channels in which [agents](agents) with the token may write, besides direct messages to the account alone. `null`: wherever the account may.',
          ),
          hint: field(z.string(), 'Its last four characters.'),
          created_at: field(z.int(), 'Time at which it was made, in UNIX seconds.'),
          expires_at: field(
            z.int().nullable(),
            'Time at which it ends, in UNIX seconds. `null`: when it was not used for a year.',
          ),
          used_at: field(
            z.int().nullable(),
            'Time of its last use in UNIX seconds, about an hour exact. `null`: never used.',
          ),
          used_from: field(
            z.string(),
            'Network address of the last use, if the server noted one; else empty.',
          ),
        }),
      ),
      'The newest token comes first.',
    ),
    max_days: field(
      z.int().nullable(),
      'Days after which a new token ends at the latest, by a setting of the server. `null`: as long as it is used once a year.',
    ),
  },
  errors: [
    { code: 'BAD_REQUEST', when: 'You may not see the tokens of this account, or it does not exist.' },
  ],
  example: {
    request: {},
    response: {
      access_tokens: [
        {
          id: 7,
          user_id: 9,
          kind: 'token',
          name: 'Weekly report',
          scopes: ['messages:read', 'channels:read'],
          write_to: null,
          hint: 'e7fZ',
          created_at: 1767603600,
          expires_at: 1775379600,
          used_at: 1767690000,
          used_from: '203.0.113.7',
        },
      ],
      max_days: null,
    },
  },
})
