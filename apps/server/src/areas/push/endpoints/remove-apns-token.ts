import { removeApnsToken } from '@tagma/contract/endpoints/push/remove-apns-token.ts'
import { handle } from '#call/call.ts'
import { removeLegacyToken } from '../change-legacy-token.ts'

export const removeApnsTokenHandler = handle(removeApnsToken, async ({ caller, transact }, { token }) => {
  await transact((tx) => removeLegacyToken(tx, caller, 'apns', token))
  return {}
})
