import { getUserByEmail } from '@tagma/contract/endpoints/users/get-user-by-email.ts'
import { handle } from '#call/call.ts'
import { fetchUser } from '../list-users.ts'

export const getUserByEmailHandler = handle(getUserByEmail, async (call, args) => ({
  user: await fetchUser(call, args.email, args),
}))
