import { regenerateOwnApiKey } from '@tagma/contract/endpoints/users/regenerate-own-api-key.ts'
import { handle } from '#call/call.ts'
import { replaceApiKey } from '../replace-api-key.ts'

export const regenerateOwnApiKeyHandler = handle(regenerateOwnApiKey, async (call) => ({
  api_key: await replaceApiKey(call, call.caller),
}))
