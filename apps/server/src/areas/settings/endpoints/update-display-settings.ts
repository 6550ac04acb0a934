import { updateDisplaySettings } from '@tagma/contract/endpoints/settings/update-display-settings.ts'
import { handle } from '#call/call.ts'
import { changeUserSettings } from '../change-user-settings.ts'

export const updateDisplaySettingsHandler = handle(
  updateDisplaySettings,
  async ({ caller, directory, transact }, args) => {
    await transact((tx) => changeUserSettings(tx, directory, directory.users.get(caller.id) ?? caller, args))
    return {}
  },
)
