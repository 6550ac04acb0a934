import { deactivateUser } from '@tagma/contract/endpoints/users/deactivate-user.ts'
import { handle } from '#call/call.ts'
import { removeUser } from '../remove-user.ts'

export const deactivateUserHandler = handle(deactivateUser, async (call, { user_id, ...options }) => {
  await removeUser(call, user_id, options)
  return {}
})
