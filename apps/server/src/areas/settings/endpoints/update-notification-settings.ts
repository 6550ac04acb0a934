import { updateNotificationSettings } from '@tagma/contract/endpoints/settings/update-notification-settings.ts'
import { handle } from '#call/call.ts'
import { changeUserSettings } from '../change-user-settings.ts'

export const updateNotificationSettingsHandler = handle(
  updateNotificationSettings,
  async ({ caller, directory, transact }, args) => {
    await transact((tx) => changeUserSettings(tx, directory, directory.users.get(caller.id) ?? caller, args))
    return {}
  },
)
