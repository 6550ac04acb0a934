import { getUsers } from '@tagma/contract/endpoints/users/get-users.ts'
import { handle } from '#call/call.ts'
import { listUsers } from '../list-users.ts'

export const getUsersHandler = handle(getUsers, async (call, args) => ({
  members: await listUsers(call, args),
}))
