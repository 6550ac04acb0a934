/** Frames for which a setting is waited for: its page may have to be loaded. */
const patience = 180

/** Brings a setting of the page that was just opened into sight, and gives it the focus. */
export function showSetting(name: string, frames = patience): void {
  const control = document.querySelector<HTMLElement>(`[data-setting="${name}"]`)
  if (control) {
    control.scrollIntoView({ block: 'center' })
    control.focus({ preventScroll: true })
  } else if (frames > 0) requestAnimationFrame(() => showSetting(name, frames - 1))
}
