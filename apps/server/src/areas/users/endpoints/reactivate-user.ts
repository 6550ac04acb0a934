import { reactivateUser as contract } from '@tagma/contract/endpoints/users/reactivate-user.ts'
import { handle } from '#server/call.ts'
import { badRequest } from '#server/refusal.ts'
import { reactivateUser } from '../reactivate-user.ts'
import { checkOwnership } from '../role-rules.ts'

export const reactivateUserHandler = handle(contract, async (call, { user_id }) => {
  const { caller, directory, transact } = call
  await transact(async (tx) => {
    const user = directory.users.get(user_id)
    if (!user) throw badRequest('No such user')
    checkOwnership(caller, user.role)
    await reactivateUser(tx, call, user)
  })
  return {}
})
