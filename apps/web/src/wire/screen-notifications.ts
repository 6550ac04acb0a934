import { type DesktopBridge, desktopBridge } from './desktop-bridge.ts'

/** A notification on the screen. */
export interface ScreenNotification {
  /** Notifications with one name replace each other. */
  readonly name: string
  /** Undefined for one that is shown to try it. */
  readonly messageId?: number
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

/** Notifications that the desktop app shows now, by their names. */
const byShell = new Map<string, { close(): void }>()

/** Shows a notification by the desktop app, which names it by its message, brings its window to the front and is silent. */
function showByShell(
  { name, messageId, title, text, icon, language }: ScreenNotification,
  show: NonNullable<DesktopBridge['new_notification']>,
  onClick: () => void,
): () => void {
  byShell.get(name)?.close()
  const tag = messageId === undefined ? name : String(messageId)
  const shown = show(title, { body: text, tag, icon, lang: language }, (type) => {
    if (type !== 'click') return true
    close()
    onClick()
    return true
  })
  const close = () => {
    shown.close()
    if (byShell.get(name) === shown) byShell.delete(name)
  }
  byShell.set(name, shown)
  return close
}

/** Shows a notification. Returns a function that takes it away; undefined if the browser shows none. */
export function showNotification(
  notification: ScreenNotification,
  onClick: () => void,
): (() => void) | undefined {
  if (notificationState() !== 'granted') return undefined
  const shell = desktopBridge()?.new_notification
  if (shell) return showByShell(notification, shell, onClick)
  const { name, title, text, icon, language } = notification
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
