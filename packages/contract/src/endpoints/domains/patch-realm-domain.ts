import * as z from 'zod'
import { endpoint, inPath, json } from '../../define.ts'

export const patchRealmDomain = endpoint({
  id: 'patch-realm-domain',
  method: 'PATCH',
  path: '/realm/domains/{domain}',
  role: 'owner',
  scope: 'organization',
  summary: 'Change the treatment of subdomains of an allowed domain.',
  params: {
    domain: inPath(z.string(), 'The domain.'),
    allow_subdomains: json(z.boolean(), 'Whether addresses at its subdomains may join too.'),
  },
  returns: {},
  errors: [{ code: 'BAD_REQUEST', when: 'The domain is not in the list.' }],
  example: { request: { domain: 'example.com', allow_subdomains: true }, response: {} },
})
