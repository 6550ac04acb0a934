import type { Snapshot } from '#call/snapshot.ts'
import { navigationViewsOf } from './change-navigation-views.ts'

/** The navigation's part of the registration response. */
export const navigationViewsSnapshot: Snapshot = async ({ db, user, wants }) =>
  wants('navigation_views') || wants('navigation_view')
    ? { navigation_views: await navigationViewsOf(db, user) }
    : {}
