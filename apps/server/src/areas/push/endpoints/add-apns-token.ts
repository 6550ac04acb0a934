import { addApnsToken } from '@tagma/contract/endpoints/push/add-apns-token.ts'
import { handle } from '#call/call.ts'
import { addLegacyToken } from '../change-legacy-token.ts'

export const addApnsTokenHandler = handle(addApnsToken, async ({ caller, transact }, { token, appid }) => {
  await transact((tx) => addLegacyToken(tx, caller, 'apns', token, appid))
  return {}
})
