import * as z from 'zod'
import { field } from '../define.ts'

/** An entry of a user's sidebar or of its menu of more views. */
export const navigationView = z.strictObject({
  fragment: field(z.string(), 'The part of the view’s address after the #. It identifies the view.'),
  is_pinned: field(z.boolean(), 'True shows the view in the sidebar, false in the menu of more views.'),
  name: field(z.string().nullable(), 'The name to show; null for built-in views.'),
})
export type NavigationView = z.output<typeof navigationView>
