import { reorderLinkifiers as endpoint } from '@tagma/contract/endpoints/linkifiers/reorder-linkifiers.ts'
import { handle } from '#call/call.ts'
import { reorderLinkifiers } from '../change-linkifiers.ts'

export const reorderLinkifiersHandler = handle(endpoint, async ({ directory, transact }, args) => {
  await transact((tx) => reorderLinkifiers(tx, directory, args.ordered_linkifier_ids))
  return {}
})
