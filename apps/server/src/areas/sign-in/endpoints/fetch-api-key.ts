import { fetchApiKey } from '@tagma/contract/endpoints/server/fetch-api-key.ts'
import { handle } from '#call/call.ts'
import { noteLogin } from '../note-login.ts'
import { signInByPassword } from '../sign-in-by-password.ts'
import { tellOfLogin } from '../tell-of-login.ts'

export const fetchApiKeyHandler = handle(fetchApiKey, async (call, args) => {
  const user = await signInByPassword(call, args.username, args.password)
  await noteLogin(call, user.id)
  await tellOfLogin(call, user)
  call.services.security.note('sign_in.succeeded', {
    organization: call.directory.organization.id,
    actor: user.id,
    address: call.address,
  })
  return { api_key: user.apiKey, email: user.deliveryEmail, user_id: user.id }
})
