import { deleteCustomProfileField } from '@tagma/contract/endpoints/profile-fields/delete-custom-profile-field.ts'
import { handle } from '#call/call.ts'
import { removeField } from '../change-fields.ts'

export const deleteCustomProfileFieldHandler = handle(
  deleteCustomProfileField,
  async ({ transact }, { field_id }) => {
    await transact((tx) => removeField(tx, field_id))
    return {}
  },
)
