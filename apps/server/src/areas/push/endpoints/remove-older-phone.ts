import { removeOlderPhone as endpoint } from '@tagma/contract/endpoints/push/remove-older-phone.ts'
import { handle } from '#call/call.ts'
import { removeOlderPhone } from '../change-legacy-token.ts'

export const removeOlderPhoneHandler = handle(endpoint, async ({ caller, transact }, { phone_id }) => {
  await transact((tx) => removeOlderPhone(tx, caller, phone_id))
  return {}
})
