import { fetchApiKey } from '@tagma/contract/endpoints/server/fetch-api-key.ts'
import { handle } from '#call/call.ts'
import { byAccount } from '#model/audit.ts'
import { completeSignIn } from '../complete-sign-in.ts'
import { proveSecondFactor } from '../prove-second-factor.ts'
import { requireSignIn } from '../sign-in-by-password.ts'

export const fetchApiKeyHandler = handle(fetchApiKey, async (call, args) => {
  const user = await requireSignIn(call, args.username, args.password)
  await proveSecondFactor(call, user, args.code)
  await call.transact(async (tx) => tx.audit('key.read', { kind: 'user', id: user.id }), {
    by: byAccount(user, call.address),
  })
  await completeSignIn(call, user)
  return { api_key: user.apiKey, email: user.deliveryEmail, user_id: user.id }
})
