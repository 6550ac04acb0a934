import type { Attention } from './report-presence.ts'

/**
 * The functions that Zulip's desktop app gives to the page that it shows (`app/renderer/js/electron-bridge.ts` of
 * zulip/zulip-desktop). Only plain values and functions pass; earlier versions have fewer of them.
 */
export interface DesktopBridge {
  send_event(name: string, ...values: unknown[]): boolean
  on_event(name: string, listener: (...values: never[]) => void): void
  new_notification?(
    title: string,
    options: NotificationOptions,
    dispatch: (type: string, event: unknown) => boolean,
  ): { close(): void }
  /** Whether nobody used the device in the last second, as of at most 15 seconds ago. */
  get_idle_on_system?(): boolean
  /** Milliseconds since 1970. */
  get_last_active_on_system?(): number
  set_send_notification_reply_message_supported?(isSupported: boolean): void
}

/** Returns the functions of the desktop app, if the page is shown in it. */
export function desktopBridge(): DesktopBridge | undefined {
  const { electron_bridge: bridge } = globalThis as { readonly electron_bridge?: DesktopBridge | Element }
  // An element with this name would be found by it, too.
  return bridge instanceof Element ? undefined : bridge
}

/** Returns the attention that a window of the desktop app gets: the app knows of all that is done on the device. */
export function attentionBy(bridge: DesktopBridge, window: Attention): Attention {
  const { get_idle_on_system: isIdle, get_last_active_on_system: lastActive } = bridge
  return isIdle && lastActive ? { ...window, device: { isIdle, lastActive } } : window
}
