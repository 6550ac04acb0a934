import { getPasskeys as endpoint } from '@tagma/contract/endpoints/sign-in/get-passkeys.ts'
import { handle } from '#call/call.ts'
import { ownPasskeys } from '../own-passkeys.ts'

export const getPasskeysHandler = handle(endpoint, async (call) => ({ passkeys: await ownPasskeys(call) }))
