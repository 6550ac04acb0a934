import { initialUserSettings } from '@tagma/contract/settings/user-settings.ts'
import type { Snapshot } from '#call/snapshot.ts'
import { settingOf } from '#directory/organization-directory.ts'
import { presentUserSettings } from './present.ts'

/** The settings' part of the registration response. */
export const settingsSnapshot: Snapshot = async ({ directory, user, wants }) => {
  const { user_settings_defaults: defaults } = directory.organization.settings
  return {
    ...(wants('user_settings')
      ? {
          user_settings: {
            ...presentUserSettings((name) => settingOf(user, name)),
            timezone: user.timezone,
          },
        }
      : {}),
    ...(wants('realm_user_settings_defaults')
      ? {
          realm_user_settings_defaults: presentUserSettings(
            (name) => defaults[name] ?? initialUserSettings[name],
          ),
        }
      : {}),
  }
}
