import { reorderLinkifiers } from '@tagma/contract/endpoints/linkifiers/reorder-linkifiers.ts'
import { handle } from '#call/call.ts'
import { reorderLinkifiers as reorder } from '../change-linkifiers.ts'

export const reorderLinkifiersHandler = handle(reorderLinkifiers, async ({ directory, transact }, args) => {
  await transact((tx) => reorder(tx, directory, args.ordered_linkifier_ids))
  return {}
})
