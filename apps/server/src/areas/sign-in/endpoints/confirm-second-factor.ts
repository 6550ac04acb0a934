import { confirmSecondFactor as endpoint } from '@tagma/contract/endpoints/sign-in/confirm-second-factor.ts'
import { handle } from '#call/call.ts'
import { confirmSecondFactor } from '../confirm-second-factor.ts'

export const confirmSecondFactorHandler = handle(endpoint, async (call, { code }) => ({
  recovery_codes: await confirmSecondFactor(call, code),
}))
