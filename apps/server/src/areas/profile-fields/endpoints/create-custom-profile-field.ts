import { createCustomProfileField } from '@tagma/contract/endpoints/profile-fields/create-custom-profile-field.ts'
import { handle } from '#call/call.ts'
import { addField } from '../change-fields.ts'

export const createCustomProfileFieldHandler = handle(
  createCustomProfileField,
  async ({ transact }, { field_type, ...changes }) => ({
    id: await transact((tx) => addField(tx, field_type, changes)),
  }),
)
