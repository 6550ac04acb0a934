import { updateStatus } from '@tagma/contract/endpoints/status/update-status.ts'
import { handle } from '#call/call.ts'
import { changeStatus } from '../change-status.ts'

export const updateStatusHandler = handle(updateStatus, async ({ caller, directory, transact }, args) => {
  await transact((tx) => changeStatus(tx, directory, directory.users.get(caller.id) ?? caller, args))
  return {}
})
