import * as wire from '@tagma/contract/wire.ts'
import type { App } from '#state/use-app.ts'
import { t } from '#words/words.ts'
import { applyOwn } from './apply-own.ts'
import { showError } from './show-error.ts'
import { showToast } from './show-toast.ts'

/** Adds a word that marks messages with it, or removes one. It is shown at once, and can be undone. */
export async function changeAlertWord(app: App, word: string, isAdded: boolean): Promise<void> {
  const before = app.store.get().state?.alert_words ?? []
  if (before.includes(word) === isAdded) return
  const show = (alert_words: readonly string[]) => applyOwn(app, { type: 'alert_words', alert_words })
  show(isAdded ? [...before, word] : before.filter((other) => other !== word))
  try {
    const { alert_words } = await app.client.call(isAdded ? wire.addAlertWords : wire.removeAlertWords, {
      alert_words: [word],
    })
    show(alert_words)
    showToast(app, {
      name: 'alert word',
      kind: 'status',
      text: t(isAdded ? 'settings.words.added' : 'settings.words.removed', { word }),
      undo: () => void changeAlertWord(app, word, !isAdded),
    })
  } catch (error) {
    show(before)
    showError(app, error)
  }
}
