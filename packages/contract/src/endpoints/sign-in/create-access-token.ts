import * as z from 'zod'
import { endpoint, field, json, text } from '../../define.ts'
import { id, unixSeconds } from '../../primitives.ts'
import { scopeNames } from '../../scopes.ts'
import { proofErrors, proofParameters } from './proof-parameters.ts'

export const createAccessToken = endpoint({
  id: 'create-access-token',
  method: 'POST',
  path: '/tagma/access_tokens',
  session: true,
  role: 'guest',
  scope: 'none',
  bots: false,
  summary: 'Make an access token.',
  doc: 'Makes a token for you or a bot of yours. It takes the place of the API key in every program: see [Access tokens](api-requests#access-tokens). You are told by mail. An endpoint of Tagma; Zulip has none for this.',
  params: {
    name: text(
      z.string(),
      'What the token is for, with at most 60 characters. You see it in the list of tokens.',
    ),
    scopes: json(
      z.array(z.enum(scopeNames)).nonempty().max(scopeNames.length),
      'What programs may do with the token: [all scopes](api-requests#access-tokens).',
    ),
    ...proofParameters,
    expires_at: json(
      unixSeconds.optional(),
      'Time at which the token ends, in UNIX seconds. Omitted, it ends when it was not used for a year. The server may ask for a time.',
    ),
    user_id: json(id('bot').optional(), 'A bot of yours that the token is for. Omitted, it is for you.'),
    write_to: json(
      z.array(id('channel')).max(100).optional(),
      'Channels in which [agents](agents) may write with the token; besides, they may write direct messages to the account alone. A token with this is good for tools at `/mcp` and for nothing else. Omitted, it writes wherever the account may.',
    ),
  },
  returns: {
    id: field(z.int(), 'Id of the token.'),
    token: field(z.string(), 'The token. It is shown here and never again.'),
  },
  errors: [
    {
      code: 'BAD_REQUEST',
      when: 'You may not make access tokens, the name or the time is not allowed, the bot is not yours, it cannot see one of the channels, agents do not see one of them or are not for the account, or the account has 100 tokens.',
    },
    ...proofErrors,
  ],
  example: {
    request: {
      name: 'Weekly report',
      scopes: ['messages:read', 'channels:read'],
      password: 'warm colors for the poster',
      expires_at: 1775379600,
    },
    response: { id: 7, token: 'tgm_Zk3vQ8sLxY0bN5dRwT1hGcB0e7fZ' },
  },
})
