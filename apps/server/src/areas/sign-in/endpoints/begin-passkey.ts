import { beginPasskey as endpoint } from '@tagma/contract/endpoints/sign-in/begin-passkey.ts'
import { handle } from '#call/call.ts'
import { beginPasskey } from '../own-passkeys.ts'

export const beginPasskeyHandler = handle(endpoint, async (call, given) => ({
  options: await beginPasskey(call, given),
}))
