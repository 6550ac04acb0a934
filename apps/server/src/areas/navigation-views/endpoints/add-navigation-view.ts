import { addNavigationView } from '@tagma/contract/endpoints/navigation-views/add-navigation-view.ts'
import { handle } from '#call/call.ts'
import { addNavigationView as add } from '../change-navigation-views.ts'

export const addNavigationViewHandler = handle(addNavigationView, async ({ caller, transact }, args) => {
  await transact((tx) => add(tx, caller, { ...args, name: args.name ?? null }))
  return {}
})
