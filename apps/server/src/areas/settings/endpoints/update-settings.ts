import { updateSettings } from '@tagma/contract/endpoints/settings/update-settings.ts'
import { handle } from '#server/call.ts'
import { changeAccount } from '../change-account.ts'

export const updateSettingsHandler = handle(updateSettings, async (call, args) => {
  await changeAccount(call, args)
  return {}
})
