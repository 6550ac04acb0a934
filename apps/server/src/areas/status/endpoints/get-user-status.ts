import { getUserStatus } from '@tagma/contract/endpoints/status/get-user-status.ts'
import { handle } from '#call/call.ts'
import { fetchStatus } from '../fetch-status.ts'

export const getUserStatusHandler = handle(getUserStatus, async (call, { user_id }) => ({
  status: await fetchStatus(call, user_id),
}))
