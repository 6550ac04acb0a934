import * as z from 'zod'
import { event, field } from '../define.ts'
import { navigationView } from '../objects/navigation-view.ts'

export const navigationViewAddEvent = event({
  type: 'navigation_view',
  op: 'add',
  since: 390,
  doc: 'The user added a view to their navigation.',
  fields: { navigation_view: field(navigationView, 'The view.') },
  example: {
    type: 'navigation_view',
    op: 'add',
    navigation_view: { fragment: 'inbox', is_pinned: true, name: null },
    id: 65536,
  },
})

export const navigationViewUpdateEvent = event({
  type: 'navigation_view',
  op: 'update',
  since: 390,
  doc: 'The user changed a view of their navigation.',
  fields: {
    fragment: field(z.string(), 'The fragment of the view.'),
    data: field(
      z.strictObject({
        is_pinned: field(z.boolean().optional(), 'Whether the view is pinned.'),
        name: field(z.string().optional(), 'New name.'),
      }),
      'The changed properties, with their new values.',
    ),
  },
  example: {
    type: 'navigation_view',
    op: 'update',
    fragment: 'inbox',
    data: { is_pinned: false },
    id: 65536,
  },
})

export const navigationViewRemoveEvent = event({
  type: 'navigation_view',
  op: 'remove',
  since: 390,
  doc: 'The user removed a view from their navigation.',
  fields: { fragment: field(z.string(), 'The fragment of the view.') },
  example: { type: 'navigation_view', op: 'remove', fragment: 'inbox', id: 65536 },
})
