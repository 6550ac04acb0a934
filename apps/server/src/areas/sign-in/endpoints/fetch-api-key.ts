import { fetchApiKey } from '@tagma/contract/endpoints/server/fetch-api-key.ts'
import { handle } from '#call/call.ts'
import { completeSignIn } from '../complete-sign-in.ts'
import { signInByPassword } from '../sign-in-by-password.ts'

export const fetchApiKeyHandler = handle(fetchApiKey, async (call, args) => {
  const user = await signInByPassword(call, args.username, args.password)
  await completeSignIn(call, user)
  return { api_key: user.apiKey, email: user.deliveryEmail, user_id: user.id }
})
