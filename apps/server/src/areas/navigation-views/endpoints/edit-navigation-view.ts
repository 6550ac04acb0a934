import { editNavigationView } from '@tagma/contract/endpoints/navigation-views/edit-navigation-view.ts'
import { handle } from '#call/call.ts'
import { editNavigationView as edit } from '../change-navigation-views.ts'

export const editNavigationViewHandler = handle(
  editNavigationView,
  async ({ caller, transact }, { fragment, ...change }) => {
    await transact((tx) => edit(tx, caller, fragment, change))
    return {}
  },
)
