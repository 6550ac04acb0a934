import * as z from 'zod'
import { endpoint, inPath } from '../../define.ts'

export const deleteRealmDomain = endpoint({
  id: 'delete-realm-domain',
  method: 'DELETE',
  path: '/realm/domains/{domain}',
  role: 'owner',
  summary: 'Take a domain from the list of those whose addresses may join.',
  doc: 'Accounts stay as they are. With the last domain the setting `emails_restricted_to_domains` goes off, because nobody could join.',
  params: { domain: inPath(z.string(), 'The domain.') },
  returns: {},
  errors: [{ code: 'BAD_REQUEST', when: 'The domain is not in the list.' }],
  example: { request: { domain: 'example.com' }, response: {} },
})
