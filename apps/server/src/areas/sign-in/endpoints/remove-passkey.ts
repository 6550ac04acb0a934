import { removePasskey as endpoint } from '@tagma/contract/endpoints/sign-in/remove-passkey.ts'
import { handle } from '#call/call.ts'
import { removePasskey } from '../own-passkeys.ts'

export const removePasskeyHandler = handle(endpoint, async (call, { passkey_id, ...given }) => {
  await removePasskey(call, passkey_id, given)
  return {}
})
