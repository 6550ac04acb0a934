import * as z from 'zod'
import { either, endpoint, inPath, json } from '../../define.ts'
import { nonBlank } from '../../primitives.ts'

export const editNavigationView = endpoint({
  id: 'edit-navigation-view',
  method: 'PATCH',
  path: '/navigation_views/{fragment}',
  role: 'guest',
  since: 390,
  summary: 'Change a view of one’s own navigation.',
  params: {
    fragment: inPath(z.string(), 'The fragment of the view, percent-encoded.'),
    is_pinned: json(z.boolean().optional(), 'True shows it in the sidebar, false in the menu of more views.'),
    name: either(nonBlank(100).optional(), 'The new name; built-in views have none.'),
  },
  returns: {},
  errors: [
    { code: 'BAD_REQUEST', when: 'There is no such view, another has the name, or a built-in one is named.' },
  ],
  example: { request: { fragment: 'narrow/is/alerted', is_pinned: false }, response: {} },
})
