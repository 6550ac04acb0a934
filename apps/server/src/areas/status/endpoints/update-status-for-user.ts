import { updateStatusForUser } from '@tagma/contract/endpoints/status/update-status-for-user.ts'
import { handle } from '#call/call.ts'
import { badRequest } from '#model/refusal.ts'
import { changeStatus } from '../change-status.ts'

export const updateStatusForUserHandler = handle(
  updateStatusForUser,
  async ({ directory, transact }, { user_id, ...change }) => {
    await transact(async (tx) => {
      const user = directory.users.get(user_id)
      if (!user?.isActive) throw badRequest('No such user')
      await changeStatus(tx, directory, user, change)
    })
    return {}
  },
)
