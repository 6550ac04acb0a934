import { removeFcmToken } from '@tagma/contract/endpoints/push/remove-fcm-token.ts'
import { handle } from '#call/call.ts'
import { removeLegacyToken } from '../change-legacy-token.ts'

export const removeFcmTokenHandler = handle(removeFcmToken, async ({ caller, transact }, { token }) => {
  await transact((tx) => removeLegacyToken(tx, caller, 'fcm', token))
  return {}
})
