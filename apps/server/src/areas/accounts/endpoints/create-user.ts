import { createUser } from '@tagma/contract/endpoints/users/create-user.ts'
import { handle } from '#call/call.ts'
import { addUser } from '../add-user.ts'

export const createUserHandler = handle(createUser, async (call, args) => ({
  user_id: (await addUser(call, args)).id,
}))
