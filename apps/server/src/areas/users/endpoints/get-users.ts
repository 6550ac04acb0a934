import { getUsers } from '@tagma/contract/endpoints/users/get-users.ts'
import { handle } from '#server/call.ts'
import { presentUser, visibleUsers } from '../present.ts'

export const getUsersHandler = handle(getUsers, async ({ caller, directory }, args) => {
  const wanted = args.user_ids && new Set(args.user_ids)
  const viewer = { user: caller, clientGravatar: args.client_gravatar }
  return {
    members: visibleUsers(directory)
      .filter((user) => !wanted || wanted.has(user.id))
      .map((user) => presentUser(user, viewer)),
  }
})
