import { reactivateUser as endpoint } from '@tagma/contract/endpoints/users/reactivate-user.ts'
import { requireOwnership } from '#areas/users/role-rules.ts'
import { handle } from '#call/call.ts'
import { badRequest } from '#model/refusal.ts'
import { reactivateUser } from '../reactivate-user.ts'

export const reactivateUserHandler = handle(endpoint, async (call, { user_id }) => {
  const { caller, directory, transact } = call
  await transact(async (tx) => {
    const user = directory.users.get(user_id)
    if (!user) throw badRequest('No such user')
    requireOwnership(caller, user.role)
    await reactivateUser(tx, call, user)
  })
  return {}
})
