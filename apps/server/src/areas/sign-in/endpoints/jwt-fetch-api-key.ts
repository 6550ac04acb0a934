import { jwtFetchApiKey } from '@tagma/contract/endpoints/server/jwt-fetch-api-key.ts'
import { presentUser } from '#areas/users/present.ts'
import { handle } from '#call/call.ts'
import { makeAppToken } from '../app-token.ts'
import { completeSignIn } from '../complete-sign-in.ts'
import { proveSecondFactor } from '../prove-second-factor.ts'
import { requireStepToSignIn } from '../require-step-to-sign-in.ts'
import { signInByToken } from '../sign-in-by-token.ts'

export const jwtFetchApiKeyHandler = handle(jwtFetchApiKey, async (call, args) => {
  const user = await signInByToken(call, args.token)
  requireStepToSignIn(call, user, await proveSecondFactor(call, user, undefined))
  const token = await makeAppToken(call, user, false)
  await completeSignIn(call, user)
  return {
    api_key: token,
    email: user.deliveryEmail,
    ...(args.include_profile ? { user: presentUser(user, { user, clientGravatar: false }) } : {}),
  }
})
