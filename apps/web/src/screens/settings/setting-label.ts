import type { UserSettingName } from '@tagma/contract/settings/user-settings.ts'
import type { WordId } from '#words/words.ts'

/** The words that name a setting. */
export const labelOf = (name: UserSettingName): WordId => `settings.${name}` as WordId
