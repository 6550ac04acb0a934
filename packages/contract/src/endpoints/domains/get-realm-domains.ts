import * as z from 'zod'
import { endpoint, field } from '../../define.ts'
import { allowedDomain } from '../../objects/allowed-domain.ts'

export const getRealmDomains = endpoint({
  id: 'get-realm-domains',
  method: 'GET',
  path: '/realm/domains',
  role: 'guest',
  scope: 'organization',
  summary: 'List the domains whose addresses may join.',
  doc: 'The list takes effect while the setting `emails_restricted_to_domains` is on.',
  params: {},
  returns: { domains: field(z.array(allowedDomain), 'The domains, oldest first.') },
  example: { request: {}, response: { domains: [{ domain: 'example.com', allow_subdomains: false }] } },
})
