import type { Known } from '#state/known.ts'
import { selectUnreadCounts } from '#state/selectors.ts'
import type { Store } from '#state/store.ts'

const schemes: Readonly<Record<number, string>> = { 2: 'dark', 3: 'light' }

/** Puts what the settings say about colours and text onto the page, and the number of unread messages into its title. */
export function showAppearance(store: Store<Known>): void {
  const root = document.documentElement
  const show = () => {
    const known = store.get()
    const settings = known.state?.user_settings
    if (!settings) return
    const scheme = schemes[settings.color_scheme ?? 1]
    if (scheme) root.dataset.scheme = scheme
    else delete root.dataset.scheme
    if (settings.high_contrast_mode) root.dataset.contrast = 'more'
    else delete root.dataset.contrast
    root.style.setProperty('--text-size', `${settings.web_font_size_px ?? 16}px`)
    root.style.setProperty('--text-height', `${(settings.web_line_height_percent ?? 140) / 100}`)
    const { total } = selectUnreadCounts(known)
    document.title = `${total > 0 ? `(${total}) ` : ''}${known.state?.realm_name ?? ''}`
  }
  store.subscribe(show)
  show()
}
