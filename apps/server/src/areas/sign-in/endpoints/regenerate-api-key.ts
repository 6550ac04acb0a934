import { regenerateApiKey } from '@tagma/contract/endpoints/users/regenerate-api-key.ts'
import { replaceApiKey } from '#areas/accounts/replace-api-key.ts'
import { handle } from '#call/call.ts'
import { hasStep } from '../has-step.ts'
import { requireProof } from '../require-proof.ts'

export const regenerateApiKeyHandler = handle(regenerateApiKey, async (call, given) => {
  // Who calls by the key has one already.
  await requireProof(call, given)
  return { api_key: await replaceApiKey(call, call.caller, await hasStep(call, call.db)) }
})
