import { stepUp } from '@tagma/contract/endpoints/sign-in/step-up.ts'
import { handle } from '#call/call.ts'
import { proveByPasskey } from '../own-passkeys.ts'
import { requireProof } from '../require-proof.ts'

export const stepUpHandler = handle(stepUp, async (call, { passkey, ...given }) => {
  if (passkey) await proveByPasskey(call, passkey)
  else await requireProof(call, given)
  return {}
})
