import { getUser } from '@tagma/contract/endpoints/users/get-user.ts'
import { handle } from '#server/call.ts'
import { badRequest } from '#server/refusal.ts'
import { presentUser } from '../present.ts'

export const getUserHandler = handle(getUser, async ({ caller, directory }, args) => {
  const user = directory.users.get(args.user_id)
  if (!user) throw badRequest('No such user')
  return { user: presentUser(user, { user: caller, clientGravatar: args.client_gravatar }) }
})
