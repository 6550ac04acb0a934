import { addFcmToken } from '@tagma/contract/endpoints/push/add-fcm-token.ts'
import { handle } from '#call/call.ts'
import { addLegacyToken } from '../change-legacy-token.ts'

export const addFcmTokenHandler = handle(addFcmToken, async ({ caller, transact }, { token }) => {
  await transact((tx) => addLegacyToken(tx, caller, 'fcm', token, null))
  return {}
})
