import * as z from 'zod'
import { endpoint, inPath } from '../../define.ts'

export const deleteRealmDomain = endpoint({
  id: 'delete-realm-domain',
  method: 'DELETE',
  path: '/realm/domains/{domain}',
  role: 'owner',
  scope: 'organization',
  summary: 'Remove an allowed domain.',
  doc: 'Existing accounts stay. Removing the last domain switches `emails_restricted_to_domains` off, because otherwise nobody could join.',
  params: { domain: inPath(z.string(), 'The domain.') },
  returns: {},
  errors: [{ code: 'BAD_REQUEST', when: 'The domain is not in the list.' }],
  example: { request: { domain: 'example.com' }, response: {} },
})
