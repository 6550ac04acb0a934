import { endAccessToken as endpoint } from '@tagma/contract/endpoints/sign-in/end-access-token.ts'
import { handle } from '#call/call.ts'
import { endAccessToken } from '../end-access-token.ts'

export const endAccessTokenHandler = handle(endpoint, async (call, { access_token_id }) => {
  await endAccessToken(call, access_token_id)
  return {}
})
