import * as z from 'zod'
import { endpoint, inPath } from '../../define.ts'

export const removeNavigationView = endpoint({
  id: 'remove-navigation-view',
  method: 'DELETE',
  path: '/navigation_views/{fragment}',
  role: 'guest',
  scope: 'settings',
  since: 390,
  summary: 'Remove a view from your navigation.',
  params: { fragment: inPath(z.string(), 'The fragment of the view, percent-encoded.') },
  returns: {},
  errors: [{ code: 'BAD_REQUEST', status: 404, when: 'The view does not exist.' }],
  example: { request: { fragment: 'narrow/is/alerted' }, response: {} },
})
