import { devFetchApiKey } from '@tagma/contract/endpoints/server/dev-fetch-api-key.ts'
import { handle } from '#call/call.ts'
import { badRequest } from '#model/refusal.ts'

export const devFetchApiKeyHandler = handle(devFetchApiKey, async () => {
  throw badRequest('Endpoint not available in production.')
})
