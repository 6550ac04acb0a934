import { deactivateOwnUser } from '@tagma/contract/endpoints/users/deactivate-own-user.ts'
import { handle } from '#call/call.ts'
import { removeUser } from '../remove-user.ts'

export const deactivateOwnUserHandler = handle(deactivateOwnUser, async (call) => {
  await removeUser(call, call.caller.id, { isOwnWish: true })
  return {}
})
