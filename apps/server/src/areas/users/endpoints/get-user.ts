import { getUser } from '@tagma/contract/endpoints/users/get-user.ts'
import { handle } from '#server/call.ts'
import { fetchUser } from '../list-users.ts'

export const getUserHandler = handle(getUser, async (call, args) => ({
  user: await fetchUser(call, call.directory.users.get(args.user_id), args),
}))
