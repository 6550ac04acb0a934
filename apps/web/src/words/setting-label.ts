import type { UserSettingName } from '@tagma/contract/settings/user-settings.ts'
import type { WordId } from './words.ts'

/** The words that name a setting. */
export const settingLabel = (name: UserSettingName): WordId => `settings.${name}` as WordId
