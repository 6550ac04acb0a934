import { jwtFetchApiKey } from '@tagma/contract/endpoints/server/jwt-fetch-api-key.ts'
import { handle } from '#call/call.ts'
import { badRequest } from '#model/refusal.ts'

export const jwtFetchApiKeyHandler = handle(jwtFetchApiKey, async () => {
  throw badRequest('JWT authentication is not enabled for this organization')
})
