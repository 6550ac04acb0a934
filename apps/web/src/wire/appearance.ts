import type { Device } from '#state/device.ts'
import { iconCount } from '#state/icon-count.ts'
import type { Known } from '#state/known.ts'
import { selectConversations, selectUnreadCounts } from '#state/selectors.ts'
import type { Store } from '#state/store.ts'

const schemes: Readonly<Record<number, string>> = { 2: 'dark', 3: 'light' }

/** Gives the page the colors, text and motion of the settings and the device, and its icon the number of unread messages. */
export function showAppearance(store: Store<Known>): void {
  const root = document.documentElement
  const wishesContrast = matchMedia('(prefers-contrast: more)')
  let shown: unknown
  let device: Device | undefined
  let badge: number | undefined
  const showSettings = () => {
    const settings = store.get().state?.user_settings
    if (!settings) return
    shown = settings
    const scheme = schemes[settings.color_scheme ?? 1]
    if (scheme) root.dataset.scheme = scheme
    else delete root.dataset.scheme
    if (settings.high_contrast_mode || wishesContrast.matches) root.dataset.contrast = 'more'
    else delete root.dataset.contrast
    if (settings.fluid_layout_width) root.style.setProperty('--text-width', 'none')
    else root.style.removeProperty('--text-width')
    root.style.setProperty('--text-size', `${settings.web_font_size_px ?? 16}px`)
    root.style.setProperty('--text-height', `${(settings.web_line_height_percent ?? 140) / 100}`)
  }
  const show = () => {
    const known = store.get()
    if (known.device !== device) {
      ;({ device } = known)
      root.toggleAttribute('data-compact', device.isCompact)
      root.toggleAttribute('data-calm', device.isCalm)
    }
    if (!known.state?.user_settings) return
    // Messages come all the time: writing the same values would cost the style of the whole page.
    if (known.state.user_settings !== shown) showSettings()
    const { total, direct } = selectUnreadCounts(known)
    const count = iconCount(known.state, selectConversations(known), total)
    if (count !== badge) showBadge((badge = count))
    showIcon(direct > 0 ? '/favicon-pms.svg' : count > 0 ? '/favicon-unread.svg' : '/favicon.svg')
  }
  store.subscribe(show)
  wishesContrast.addEventListener('change', showSettings)
  show()
}

/** The desktop app reads from the address of the icon whether direct messages are unread. */
function showIcon(address: string): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
  if (link && link.getAttribute('href') !== address) link.setAttribute('href', address)
}

/** Puts the number onto the icon of the installed app. */
function showBadge(count: number): void {
  if (!('setAppBadge' in navigator)) return
  // Not every system has badges.
  navigator.setAppBadge(count).catch(() => undefined)
}
