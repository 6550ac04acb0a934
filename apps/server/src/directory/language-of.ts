import { initialUserSettings } from '@tagma/contract/settings/user-settings.ts'
import type { UserRecord } from '#model/records.ts'
import { type Language, languageFor } from '#words/words.ts'

/** Returns the language in which the server speaks to a user. */
export const languageOf = ({ settings }: Pick<UserRecord, 'settings'>): Language =>
  languageFor(settings.default_language ?? initialUserSettings.default_language)
