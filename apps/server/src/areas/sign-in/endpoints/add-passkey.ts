import { addPasskey as endpoint } from '@tagma/contract/endpoints/sign-in/add-passkey.ts'
import { handle } from '#call/call.ts'
import { addPasskey } from '../own-passkeys.ts'

export const addPasskeyHandler = handle(endpoint, async (call, { name, passkey }) => {
  const { id, recoveryCodes } = await addPasskey(call, { name, answer: passkey })
  return { id, recovery_codes: [...recoveryCodes] }
})
