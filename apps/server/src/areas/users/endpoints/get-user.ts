import { getUser } from '@tagma/contract/endpoints/users/get-user.ts'
import { handle } from '#call/call.ts'
import { fetchUser } from '../list-users.ts'

export const getUserHandler = handle(getUser, (call, args) =>
  call.services.data.remembered.answer(call, `user ${JSON.stringify(args)}`, async () => ({
    user: await fetchUser(call, args.user_id, args),
  })),
)
