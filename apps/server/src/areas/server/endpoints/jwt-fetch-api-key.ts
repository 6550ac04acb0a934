import { jwtFetchApiKey } from '@tagma/contract/endpoints/server/jwt-fetch-api-key.ts'
import { handle } from '#server/call.ts'
import { badRequest } from '#server/refusal.ts'

export const jwtFetchApiKeyHandler = handle(jwtFetchApiKey, async () => {
  throw badRequest('JWT authentication is not enabled for this organization')
})
