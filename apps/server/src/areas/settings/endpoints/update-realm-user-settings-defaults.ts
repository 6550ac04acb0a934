import { updateRealmUserSettingsDefaults } from '@tagma/contract/endpoints/settings/update-realm-user-settings-defaults.ts'
import { handle } from '#call/call.ts'
import { changeDefaults } from '../change-defaults.ts'

export const updateRealmUserSettingsDefaultsHandler = handle(
  updateRealmUserSettingsDefaults,
  async ({ directory, transact }, settings) => {
    await transact((tx) => changeDefaults(tx, directory, settings))
    return {}
  },
)
