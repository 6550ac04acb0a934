import * as z from 'zod'
import { either, endpoint, json, text } from '../../define.ts'
import { nonBlank } from '../../primitives.ts'

export const addNavigationView = endpoint({
  id: 'add-navigation-view',
  method: 'POST',
  path: '/navigation_views',
  role: 'guest',
  since: 390,
  summary: 'Add a view to one’s own navigation.',
  params: {
    fragment: text(nonBlank(500), 'What stands behind the # in the view’s address.'),
    is_pinned: json(z.boolean(), 'True shows it in the sidebar, false in the menu of more views.'),
    name: either(nonBlank(100).nullable().optional(), 'Name to show; left out for built-in views.'),
  },
  returns: {},
  errors: [
    { code: 'BAD_REQUEST', when: 'The fragment is blank, or there is a view with it or with the name.' },
  ],
  example: { request: { fragment: 'narrow/is/alerted', is_pinned: true, name: 'Alert words' }, response: {} },
})
