import { unmuteUser } from '@tagma/contract/endpoints/users/unmute-user.ts'
import { handle } from '#call/call.ts'
import { setMuted } from '../mute-user.ts'

export const unmuteUserHandler = handle(
  unmuteUser,
  async ({ caller, directory, transact }, { muted_user_id }) => {
    await transact((tx) => setMuted(tx, directory, caller, muted_user_id, false))
    return {}
  },
)
