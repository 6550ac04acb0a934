import { resetSecondFactor as endpoint } from '@tagma/contract/endpoints/sign-in/reset-second-factor.ts'
import { handle } from '#call/call.ts'
import { resetSecondFactor } from '../reset-second-factor.ts'

export const resetSecondFactorHandler = handle(endpoint, async (call, { user_id, ...given }) => {
  await resetSecondFactor(call, user_id, given)
  return {}
})
