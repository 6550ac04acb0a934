import { updateUserByEmail } from '@tagma/contract/endpoints/users/update-user-by-email.ts'
import { handle } from '#call/call.ts'
import { changeUser } from '../change-user.ts'

export const updateUserByEmailHandler = handle(updateUserByEmail, async (call, { email, ...changes }) => {
  await changeUser(call, email, changes)
  return {}
})
