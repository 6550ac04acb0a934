import { getCustomProfileFields } from '@tagma/contract/endpoints/profile-fields/get-custom-profile-fields.ts'
import { handle } from '#call/call.ts'
import { listFields } from '../list-fields.ts'

export const getCustomProfileFieldsHandler = handle(getCustomProfileFields, async (call) => ({
  custom_fields: await listFields(call),
}))
