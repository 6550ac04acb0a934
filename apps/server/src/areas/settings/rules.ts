import {
  type UserSettingName,
  type UserSettings,
  userSettingNames,
} from '@tagma/contract/settings/user-settings.ts'

/** The settings that are asked for and differ from what is there, with their new values. */
export function changedSettings(
  current: (name: UserSettingName) => unknown,
  asked: Partial<{ [N in keyof UserSettings]: UserSettings[N] | undefined }>,
): [UserSettingName, UserSettings[UserSettingName]][] {
  return userSettingNames.flatMap((name) => {
    const value = asked[name]
    return value === undefined || value === current(name) ? [] : [[name, value]]
  })
}

/** The name of a language in itself: Deutsch for `de`. */
export function languageName(tag: string): string {
  return new Intl.DisplayNames([tag, 'en'], { type: 'language' }).of(tag) ?? tag
}

/** Whether a text is the name of a time zone; empty means none. */
export function isTimezone(name: string): boolean {
  if (name === '') return true
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
