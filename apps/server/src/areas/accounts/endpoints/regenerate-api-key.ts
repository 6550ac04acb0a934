import { regenerateApiKey } from '@tagma/contract/endpoints/users/regenerate-api-key.ts'
import { handle } from '#call/call.ts'
import { replaceApiKey } from '../replace-api-key.ts'

export const regenerateApiKeyHandler = handle(regenerateApiKey, async (call) => ({
  api_key: await replaceApiKey(call, call.caller),
}))
