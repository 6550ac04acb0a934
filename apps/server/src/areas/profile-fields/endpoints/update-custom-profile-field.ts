import { updateCustomProfileField } from '@tagma/contract/endpoints/profile-fields/update-custom-profile-field.ts'
import { handle } from '#call/call.ts'
import { changeField } from '../change-fields.ts'

export const updateCustomProfileFieldHandler = handle(
  updateCustomProfileField,
  async ({ transact }, { field_id, ...changes }) => {
    await transact((tx) => changeField(tx, field_id, changes))
    return {}
  },
)
