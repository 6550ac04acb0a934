import type { UserSettingName, UserSettings } from '@tagma/contract/settings/user-settings.ts'
import * as wire from '@tagma/contract/wire.ts'
import type { App } from '#state/use-app.ts'
import { languageFor, speak, t, type WordId } from '#words/words.ts'
import { applyOwn } from './apply-own.ts'
import { showError } from './show-error.ts'
import { showToast } from './show-toast.ts'

/**
 * Changes one of one's settings, on all devices of the account. It is shown at once, and taken back if the server refuses.
 * `label` names the setting in the line that offers to undo it.
 */
export async function changeSetting<K extends UserSettingName>(
  app: App,
  name: K,
  value: UserSettings[K],
  label: WordId,
): Promise<void> {
  const settings = app.store.get().state?.user_settings
  if (!settings) return
  const before = settings[name] as UserSettings[K]
  if (before === value) return
  const show = (shown: UserSettings[K]) =>
    applyOwn(app, { type: 'user_settings', op: 'update', property: name, value: shown })
  show(value)
  try {
    await app.client.call(wire.updateSettings, { [name]: value })
    // The line about a new language is in that language, as the page is by then.
    if (name === 'default_language') await speak(languageFor(String(value))).catch(() => undefined)
    showToast(app, {
      name: 'setting',
      kind: 'status',
      text: t('settings.saved', { setting: t(label) }),
      undo: () => void changeSetting(app, name, before, label),
    })
  } catch (error) {
    show(before)
    showError(app, error)
  }
}
