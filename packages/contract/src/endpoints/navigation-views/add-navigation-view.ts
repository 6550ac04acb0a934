import * as z from 'zod'
import { either, endpoint, json, text } from '../../define.ts'
import { nonBlank } from '../../primitives.ts'

export const addNavigationView = endpoint({
  id: 'add-navigation-view',
  method: 'POST',
  path: '/navigation_views',
  role: 'guest',
  scope: 'settings',
  since: 390,
  summary: 'Add a view to your navigation.',
  params: {
    fragment: text(nonBlank(500), 'The part of the view’s address after the #.'),
    is_pinned: json(z.boolean(), 'True shows the view in the sidebar, false in the menu of more views.'),
    name: either(nonBlank(100).nullable().optional(), 'The name to show. Omitted for built-in views.'),
  },
  returns: {},
  errors: [
    { code: 'BAD_REQUEST', when: 'The fragment is blank, or another view has this fragment or name.' },
  ],
  example: { request: { fragment: 'narrow/is/alerted', is_pinned: true, name: 'Alert words' }, response: {} },
})
