import {
  type UserSettingName,
  type UserSettings,
  userSettingNames,
} from '@tagma/contract/settings/user-settings.ts'

/** Picks the settings whose requested values differ from the current ones. */
export function changedSettings(
  current: (name: UserSettingName) => unknown,
  asked: Partial<{ [N in keyof UserSettings]: UserSettings[N] | undefined }>,
): [UserSettingName, UserSettings[UserSettingName]][] {
  return userSettingNames.flatMap((name) => {
    const value = asked[name]
    return value === undefined || value === current(name) ? [] : [[name, value]]
  })
}

/** Name of a language in the language itself: Deutsch for `de`. */
export function languageName(tag: string): string {
  return new Intl.DisplayNames([tag, 'en'], { type: 'language' }).of(tag) ?? tag
}

/** Tells whether a text is the name of a time zone; empty means none. */
export function isTimezone(name: string): boolean {
  if (name === '') return true
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
