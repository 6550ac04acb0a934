import { removeSecondFactor as endpoint } from '@tagma/contract/endpoints/sign-in/remove-second-factor.ts'
import { handle } from '#call/call.ts'
import { removeSecondFactor } from '../remove-second-factor.ts'

export const removeSecondFactorHandler = handle(endpoint, async (call, given) => {
  await removeSecondFactor(call, given)
  return {}
})
