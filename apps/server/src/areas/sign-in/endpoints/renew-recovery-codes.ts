import { renewRecoveryCodes as endpoint } from '@tagma/contract/endpoints/sign-in/renew-recovery-codes.ts'
import { handle } from '#call/call.ts'
import { renewRecoveryCodes } from '../renew-recovery-codes.ts'

export const renewRecoveryCodesHandler = handle(endpoint, async (call, given) => ({
  recovery_codes: await renewRecoveryCodes(call, given),
}))
