import { removeNavigationView } from '@tagma/contract/endpoints/navigation-views/remove-navigation-view.ts'
import { handle } from '#call/call.ts'
import { removeNavigationView as remove } from '../change-navigation-views.ts'

export const removeNavigationViewHandler = handle(
  removeNavigationView,
  async ({ caller, transact }, { fragment }) => {
    await transact((tx) => remove(tx, caller, fragment))
    return {}
  },
)
