import type { Payload } from '@tagma/contract/define.ts'
import type { realmUserSettingsDefaultsUpdateEvent } from '@tagma/contract/events/realm-user-settings-defaults.ts'
import type { userSettingsUpdateEvent } from '@tagma/contract/events/user-settings.ts'
import type { State } from './state.ts'

/** Takes in a changed setting of the user. */
export function applyUserSettings(
  state: State,
  { property, value }: Payload<typeof userSettingsUpdateEvent>,
): State {
  if (!state.user_settings) return state
  return { ...state, user_settings: { ...state.user_settings, [property]: value } }
}

/** Takes in a changed default for new users. */
export function applySettingsDefaults(
  state: State,
  { property, value }: Payload<typeof realmUserSettingsDefaultsUpdateEvent>,
): State {
  if (!state.realm_user_settings_defaults) return state
  return {
    ...state,
    realm_user_settings_defaults: { ...state.realm_user_settings_defaults, [property]: value },
  }
}
