import { regenerateApiKey } from '@tagma/contract/endpoints/users/regenerate-api-key.ts'
import { replaceApiKey } from '#areas/accounts/replace-api-key.ts'
import { handle } from '#call/call.ts'
import { proveSecondFactor } from '../prove-second-factor.ts'

export const regenerateApiKeyHandler = handle(regenerateApiKey, async (call, { code }) => {
  // Who calls by the key has one already.
  if (call.session) await proveSecondFactor(call, call.caller, code)
  return { api_key: await replaceApiKey(call, call.caller) }
})
