/** Frames for which a setting is waited for: its page may have to be loaded. */
const patience = 180

/** Brings a setting of the page that was just opened into sight, and gives it the focus. */
export function showSetting(name: string, frames = patience): void {
  const found = document.querySelector<HTMLElement>(`[data-setting="${name}"]`)
  if (found) {
    found.scrollIntoView({ block: 'center' })
    const control = found.querySelector<HTMLElement>('input, select, textarea')
    ;(control ?? found).focus({ preventScroll: true })
  } else if (frames > 0) requestAnimationFrame(() => showSetting(name, frames - 1))
}
