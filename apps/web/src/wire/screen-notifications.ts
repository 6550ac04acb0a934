/** A notification on the screen. */
export interface ScreenNotification {
  /** Notifications with one name replace each other. */
  readonly name: string
  readonly title: string
  readonly text: string
  readonly icon: string
  readonly language: string
}

/**
 * Whether the page may show notifications. `unsupported`: it cannot, because it came without https, or because the browser is
 * that of a phone, where only service workers show them.
 */
export type NotificationState = NotificationPermission | 'unsupported'

// Browsers on Android have the constructor, and refuse to run it. Nothing but the attempt tells, and that would show something.
const isPhone = navigator.userAgent.includes('Android')

export const notificationState = (): NotificationState =>
  'Notification' in globalThis && isSecureContext && !isPhone ? Notification.permission : 'unsupported'

/** Asks the person whether notifications may be shown. Call it when they have pressed something. */
export async function askForNotifications(): Promise<NotificationState> {
  return notificationState() === 'unsupported' ? 'unsupported' : Notification.requestPermission()
}

/** Shows a notification. Returns a function that takes it away; undefined if the browser shows none. */
export function showNotification(
  { name, title, text, icon, language }: ScreenNotification,
  onClick: () => void,
): (() => void) | undefined {
  if (notificationState() !== 'granted') return undefined
  try {
    // The page rings itself, as the settings say.
    const shown = new Notification(title, { body: text, tag: name, icon, lang: language, silent: true })
    shown.addEventListener('click', () => {
      shown.close()
      focus()
      onClick()
    })
    return () => shown.close()
  } catch {
    // Another browser that leaves them to service workers.
    return undefined
  }
}
