import * as z from 'zod'
import { endpoint, field, json, text } from '../../define.ts'
import { user } from '../../objects/user.ts'

export const jwtFetchApiKey = endpoint({
  id: 'jwt-fetch-api-key',
  method: 'POST',
  path: '/jwt/fetch_api_key',
  role: 'anyone',
  scope: 'any',
  since: 160,
  summary: 'Exchange a JSON Web Token for an API key.',
  doc: 'Works on servers that trust a service which signs such tokens: `TAGMA_JWT_KEY` names its key. The claim `email` names the account, `exp` ends the token within ten minutes, and a token with `jti` counts once. The key is an access token of its own. Accounts with a second factor sign in in the browser.',
  params: {
    token: text(z.string(), 'The token. Read from the body only.', { secret: true }),
    include_profile: json(z.boolean().default(false), 'Whether to return the user too.'),
  },
  returns: {
    api_key: field(z.string(), 'The key to authenticate with.'),
    email: field(z.string(), 'The email address to authenticate with.'),
    user: field(user.optional(), 'The user; present if `include_profile` was true.'),
  },
  errors: [
    { code: 'BAD_REQUEST', when: 'This server trusts no service that signs tokens.' },
    {
      code: 'AUTHENTICATION_FAILED',
      when: 'The token is not in order, was used before or names nobody, or the account has a second factor.',
    },
    { code: 'USER_DEACTIVATED', when: 'The account is deactivated.' },
  ],
  example: {
    request: { token: 'eyJhbGciOiJIUzI1NiJ9.e30.ZRrHA1JJJW8opsbCGfG_HACGpVUMN_a9IV7pAx_Zmeo' },
    response: { api_key: 'gjA04ZYcqXKalvYMA8OeXSfzUOLrtbZv', email: 'iris@example.com' },
  },
})
