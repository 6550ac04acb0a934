import { updateSettings } from '@tagma/contract/endpoints/settings/update-settings.ts'
import { handle } from '#call/call.ts'
import { changeAccount } from '../change-account.ts'
import { changeForOthers } from '../change-for-others.ts'

export const updateSettingsHandler = handle(updateSettings, async (call, { target_users, ...args }) => {
  if (target_users) await changeForOthers(call, target_users, args)
  else await changeAccount(call, args)
  return {}
})
