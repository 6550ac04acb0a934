import { addNavigationView as endpoint } from '@tagma/contract/endpoints/navigation-views/add-navigation-view.ts'
import { handle } from '#call/call.ts'
import { addNavigationView } from '../change-navigation-views.ts'

export const addNavigationViewHandler = handle(endpoint, async ({ caller, transact }, args) => {
  await transact((tx) => addNavigationView(tx, caller, { ...args, name: args.name ?? null }))
  return {}
})
