import { reorderCustomProfileFields } from '@tagma/contract/endpoints/profile-fields/reorder-custom-profile-fields.ts'
import { handle } from '#call/call.ts'
import { orderFields } from '../change-fields.ts'

export const reorderCustomProfileFieldsHandler = handle(
  reorderCustomProfileFields,
  async ({ transact }, { order }) => {
    await transact((tx) => orderFields(tx, order))
    return {}
  },
)
