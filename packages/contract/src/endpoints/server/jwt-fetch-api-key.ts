import * as z from 'zod'
import { endpoint, field, json, text } from '../../define.ts'

export const jwtFetchApiKey = endpoint({
  id: 'jwt-fetch-api-key',
  method: 'POST',
  path: '/jwt/fetch_api_key',
  role: 'anyone',
  scope: 'any',
  since: 160,
  summary: 'Exchange a JSON Web Token for an API key.',
  doc: 'Works on servers that trust an issuer of such tokens. This server trusts no issuer, so the answer is always an error.',
  params: {
    token: text(z.string(), 'The token. Read from the body only.', { secret: true }),
    include_profile: json(z.boolean().default(false), 'Whether to return the user too.'),
  },
  returns: {
    api_key: field(z.string(), 'The key to authenticate with.'),
    email: field(z.string(), 'The email address to authenticate with.'),
  },
  errors: [{ code: 'BAD_REQUEST', when: 'Always.' }],
  example: {
    request: { token: 'eyJhbGciOiJIUzI1NiJ9.e30.ZRrHA1JJJW8opsbCGfG_HACGpVUMN_a9IV7pAx_Zmeo' },
    response: { api_key: 'gjA04ZYcqXKalvYMA8OeXSfzUOLrtbZv', email: 'iris@example.com' },
  },
})
