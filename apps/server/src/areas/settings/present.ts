import {
  emojisetChoices,
  notificationSounds,
  type UserSettingName,
  type UserSettings,
  userSettingNames,
} from '@tagma/contract/settings/user-settings.ts'

/** Presents all settings by name, with the possible values of some. */
export function presentUserSettings(valueOf: <N extends UserSettingName>(name: N) => UserSettings[N]) {
  return {
    ...(Object.fromEntries(userSettingNames.map((name) => [name, valueOf(name)])) as UserSettings),
    emojiset_choices: [...emojisetChoices],
    available_notification_sounds: [...notificationSounds],
  }
}
