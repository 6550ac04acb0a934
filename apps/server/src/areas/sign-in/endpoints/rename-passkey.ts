import { renamePasskey as endpoint } from '@tagma/contract/endpoints/sign-in/rename-passkey.ts'
import { handle } from '#call/call.ts'
import { nameOwnPasskey } from '../own-passkeys.ts'

export const renamePasskeyHandler = handle(endpoint, async (call, { passkey_id, name }) => {
  await nameOwnPasskey(call, passkey_id, name)
  return {}
})
