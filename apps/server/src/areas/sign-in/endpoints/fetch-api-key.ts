import { fetchApiKey } from '@tagma/contract/endpoints/server/fetch-api-key.ts'
import { handle } from '#call/call.ts'
import { asksForStep } from '#directory/second-step.ts'
import { byAccount } from '#model/audit.ts'
import { makeAppToken } from '../app-token.ts'
import { completeSignIn } from '../complete-sign-in.ts'
import { proveSecondFactor } from '../prove-second-factor.ts'
import { requireStepToSignIn } from '../require-step-to-sign-in.ts'
import { requireSignIn } from '../sign-in-by-password.ts'

export const fetchApiKeyHandler = handle(fetchApiKey, async (call, args) => {
  const user = await requireSignIn(call, args.username, args.password)
  const proof = await proveSecondFactor(call, user, args.code)
  requireStepToSignIn(call, user, proof)
  if (proof !== undefined && asksForStep(call.directory, user)) {
    // The key may have been made without a second step: it stops when the time of grace is over.
    const token = await makeAppToken(call, user, true)
    await completeSignIn(call, user)
    return { api_key: token, email: user.deliveryEmail, user_id: user.id }
  }
  await call.transact(async (tx) => tx.audit('key.read', { kind: 'user', id: user.id }), {
    by: byAccount(user, call.address),
  })
  await completeSignIn(call, user)
  return { api_key: user.apiKey, email: user.deliveryEmail, user_id: user.id }
})
