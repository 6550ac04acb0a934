import { updateUser as contract } from '@tagma/contract/endpoints/users/update-user.ts'
import { handle } from '#server/call.ts'
import { updateUser } from '../update-user.ts'

export const updateUserHandler = handle(contract, async (call, { user_id, ...changes }) => {
  await updateUser(call, user_id, changes)
  return {}
})
