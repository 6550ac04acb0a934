import type { WordId } from '#words/words.ts'

/** The settings of this device that its page shows, by the names that lead to them. */
export const deviceSettings = {
  density: 'settings.density',
  calm: 'settings.calm',
  widths: 'settings.widths',
  'single-keys': 'help.single-keys',
  hold: 'settings.hold',
  searched: 'settings.searched',
} as const satisfies Readonly<Record<string, WordId>>

export type DeviceSettingName = keyof typeof deviceSettings
