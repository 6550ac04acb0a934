import { addApnsToken } from '@tagma/contract/endpoints/push/add-apns-token.ts'
import { handle } from '#call/call.ts'
import { appOf } from '../app-of.ts'
import { addLegacyToken } from '../change-legacy-token.ts'

export const addApnsTokenHandler = handle(
  addApnsToken,
  async ({ caller, transact, userAgent }, { token, appid }) => {
    const program = appOf(userAgent)
    await transact((tx) => addLegacyToken(tx, caller, { kind: 'apns', token, appId: appid, program }))
    return {}
  },
)
