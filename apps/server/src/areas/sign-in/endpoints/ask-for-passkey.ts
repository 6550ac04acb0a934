import { askForPasskey as endpoint } from '@tagma/contract/endpoints/sign-in/ask-for-passkey.ts'
import { handle } from '#call/call.ts'
import { askForPasskey } from '../own-passkeys.ts'

export const askForPasskeyHandler = handle(endpoint, async (call) => ({ options: await askForPasskey(call) }))
