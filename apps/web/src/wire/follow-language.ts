import type { Known } from '#state/known.ts'
import type { Store } from '#state/store.ts'
import { type Language, languageFor, locale, speak } from '#words/words.ts'

/**
 * Draws the page in the language of the settings, and again whenever that changes. Without a network, a language whose texts
 * are not on the device waits for the next change.
 */
export function followLanguage(store: Store<Known>, draw: (language: Language) => void): void {
  const wanted = () => languageFor(store.get().state?.user_settings?.default_language ?? locale())
  const show = () => {
    document.documentElement.lang = locale()
    draw(languageFor(locale()))
  }
  let shown = wanted()
  // Nobody waits for the texts while the page begins: their part needs the page's own part to be complete.
  if (shown === locale()) show()
  else void speak(shown).then(show, show)
  store.subscribe(() => {
    if (wanted() === shown) return
    shown = wanted()
    void speak(shown).then(show, show)
  })
}
