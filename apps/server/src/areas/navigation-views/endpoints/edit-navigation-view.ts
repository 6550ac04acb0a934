import { editNavigationView as endpoint } from '@tagma/contract/endpoints/navigation-views/edit-navigation-view.ts'
import { handle } from '#call/call.ts'
import { editNavigationView } from '../change-navigation-views.ts'

export const editNavigationViewHandler = handle(
  endpoint,
  async ({ caller, transact }, { fragment, ...change }) => {
    await transact((tx) => editNavigationView(tx, caller, fragment, change))
    return {}
  },
)
