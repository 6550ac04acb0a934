import * as z from 'zod'
import { field } from '../define.ts'

/** An entry of a user's sidebar or of its menu of more views. */
export const navigationView = z.strictObject({
  fragment: field(z.string(), 'What stands behind the # in the view’s address; identifies the view.'),
  is_pinned: field(z.boolean(), 'True in the sidebar, false in the menu of more views.'),
  name: field(z.string().nullable(), 'Name to show; null for built-in views.'),
})
export type NavigationView = z.output<typeof navigationView>
