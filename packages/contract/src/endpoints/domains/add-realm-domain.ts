import * as z from 'zod'
import { endpoint, field, json, text } from '../../define.ts'
import { domainName } from '../../objects/allowed-domain.ts'

export const addRealmDomain = endpoint({
  id: 'add-realm-domain',
  method: 'POST',
  path: '/realm/domains',
  role: 'owner',
  scope: 'organization',
  summary: 'Allow addresses of a domain to join.',
  params: {
    domain: text(domainName, 'The domain, such as `example.com`.', {
      changes: [{ level: 63, text: 'No longer JSON-encoded.' }],
    }),
    allow_subdomains: json(z.boolean(), 'Whether addresses at its subdomains may join too.'),
  },
  returns: { new_domain: field(z.tuple([z.int(), z.string()]), 'The id of the entry, and the domain.') },
  errors: [{ code: 'BAD_REQUEST', when: 'The domain is not valid, or is already allowed.' }],
  example: {
    request: { domain: 'example.com', allow_subdomains: false },
    response: { new_domain: [1, 'example.com'] },
  },
})
