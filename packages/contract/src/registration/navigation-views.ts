import * as z from 'zod'
import { field } from '../define.ts'
import { navigationView } from '../objects/navigation-view.ts'

/** The navigation's part of the registration response. */
export const navigationViewsRegistration = {
  navigation_views: field(z.array(navigationView).optional(), 'The views of the user’s navigation.', {
    since: 390,
  }),
}
