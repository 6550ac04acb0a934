import { addFcmToken } from '@tagma/contract/endpoints/push/add-fcm-token.ts'
import { handle } from '#call/call.ts'
import { appOf } from '../app-of.ts'
import { addLegacyToken } from '../change-legacy-token.ts'

export const addFcmTokenHandler = handle(addFcmToken, async ({ caller, transact, userAgent }, { token }) => {
  const program = appOf(userAgent)
  await transact((tx) => addLegacyToken(tx, caller, { kind: 'fcm', token, appId: null, program }))
  return {}
})
