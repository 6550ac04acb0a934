import { getUserByEmail } from '@tagma/contract/endpoints/users/get-user-by-email.ts'
import { handle } from '#server/call.ts'
import { fetchUser, findByVisibleEmail } from '../list-users.ts'

export const getUserByEmailHandler = handle(getUserByEmail, async (call, args) => ({
  user: await fetchUser(call, findByVisibleEmail(call, args.email), args),
}))
