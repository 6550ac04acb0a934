import * as z from 'zod'
import { endpoint, field } from '../../define.ts'
import { navigationView } from '../../objects/navigation-view.ts'

export const getNavigationViews = endpoint({
  id: 'get-navigation-views',
  method: 'GET',
  path: '/navigation_views',
  role: 'guest',
  scope: 'settings',
  since: 390,
  summary: 'List your navigation views.',
  params: {},
  returns: { navigation_views: field(z.array(navigationView), 'The views.') },
  example: {
    request: {},
    response: {
      navigation_views: [{ fragment: 'narrow/is/mentioned', is_pinned: true, name: null }],
    },
  },
})
