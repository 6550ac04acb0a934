import { getAccessTokens } from '@tagma/contract/endpoints/sign-in/get-access-tokens.ts'
import { handle } from '#call/call.ts'
import { listTokens } from '../list-tokens.ts'

export const getAccessTokensHandler = handle(getAccessTokens, async (call, { user_id }) => ({
  access_tokens: await listTokens(call, user_id),
  max_days: call.services.config.tokenMaxDays ?? null,
}))
