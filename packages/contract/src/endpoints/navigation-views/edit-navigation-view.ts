import * as z from 'zod'
import { either, endpoint, inPath, json } from '../../define.ts'
import { nonBlank } from '../../primitives.ts'

export const editNavigationView = endpoint({
  id: 'edit-navigation-view',
  method: 'PATCH',
  path: '/navigation_views/{fragment}',
  role: 'guest',
  scope: 'settings',
  since: 390,
  summary: 'Change a view of your navigation.',
  params: {
    fragment: inPath(z.string(), 'The fragment of the view, percent-encoded.'),
    is_pinned: json(
      z.boolean().optional(),
      'True shows the view in the sidebar, false in the menu of more views.',
    ),
    name: either(nonBlank(100).optional(), 'The new name. Built-in views cannot be renamed.'),
  },
  returns: {},
  errors: [
    { code: 'BAD_REQUEST', status: 404, when: 'The view does not exist.' },
    { code: 'BAD_REQUEST', when: 'Another view has the name, or a built-in view would be renamed.' },
  ],
  example: { request: { fragment: 'narrow/is/alerted', is_pinned: false }, response: {} },
})
