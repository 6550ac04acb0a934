import { getNavigationViews } from '@tagma/contract/endpoints/navigation-views/get-navigation-views.ts'
import { handle } from '#call/call.ts'
import { navigationViewsOf } from '../change-navigation-views.ts'

export const getNavigationViewsHandler = handle(getNavigationViews, async ({ db, caller }) => ({
  navigation_views: await navigationViewsOf(db, caller),
}))
