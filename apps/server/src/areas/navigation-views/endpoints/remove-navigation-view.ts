import { removeNavigationView as endpoint } from '@tagma/contract/endpoints/navigation-views/remove-navigation-view.ts'
import { handle } from '#call/call.ts'
import { removeNavigationView } from '../change-navigation-views.ts'

export const removeNavigationViewHandler = handle(endpoint, async ({ caller, transact }, { fragment }) => {
  await transact((tx) => removeNavigationView(tx, caller, fragment))
  return {}
})
