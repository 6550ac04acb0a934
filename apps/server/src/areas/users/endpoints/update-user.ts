import { updateUser as endpoint } from '@tagma/contract/endpoints/users/update-user.ts'
import { handle } from '#call/call.ts'
import { changeUser } from '../change-user.ts'

export const updateUserHandler = handle(endpoint, async (call, { user_id, ...changes }) => {
  await changeUser(call, user_id, changes)
  return {}
})
