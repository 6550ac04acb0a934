import type { Known } from '#state/known.ts'
import type { Store } from '#state/store.ts'

/** The key of the device's settings in the browser's storage. */
export const deviceKey = 'tagma device'

/** Returns what this device kept of its own settings, or null. */
export function keptDevice(): string | null {
  try {
    return localStorage.getItem(deviceKey)
  } catch {
    // The browser forbids storage. The page works without it.
    return null
  }
}

/** Keeps the device's settings whenever they change. */
export function keepDevice(store: Store<Known>): void {
  let { device } = store.get()
  store.subscribe(() => {
    if (store.get().device === device) return
    device = store.get().device
    try {
      localStorage.setItem(deviceKey, JSON.stringify(device))
    } catch {
      // Forbidden or full: the settings last as long as the page.
    }
  })
}
