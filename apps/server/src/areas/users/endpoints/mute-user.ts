import { muteUser } from '@tagma/contract/endpoints/users/mute-user.ts'
import { handle } from '#call/call.ts'
import { setMuted } from '../mute-user.ts'

export const muteUserHandler = handle(
  muteUser,
  async ({ caller, directory, transact }, { muted_user_id }) => {
    await transact((tx) => setMuted(tx, directory, caller, muted_user_id, true))
    return {}
  },
)
