import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core'

/*
 * A stand-in for Zulip's desktop app around a page: its preload interface and how it treats the page, as zulip/zulip-desktop
 * 5.12 has them (`electron-bridge.ts`, `preload.ts`, `webview.ts`, `handle-external-link.ts`, `main/index.ts`).
 */

/** Messages to the app's main process, and what the app shows. */
export interface ShellState {
  /** Channel and values of each message. */
  readonly sent: readonly (readonly unknown[])[]
  /** The number on the app, read from the page's title. */
  readonly badge: number
  /** Whether the app has its dot for direct messages, read from the address of the page's icon. */
  readonly hasDot: boolean
  readonly supportsReply: boolean
}

interface ShellInPage {
  state: { sent: unknown[][]; supportsReply: boolean }
  idle: { isIdle: boolean; lastActive: number }
  menu(name: string, ...values: unknown[]): void
}

/** A window of the app: its name for itself, and the least width that it can have. */
export const shellWindow: BrowserContextOptions = {
  userAgent:
    'ZulipElectron/5.12.4 Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0 Electron/39.0 Safari/537.36',
  viewport: { width: 446, height: 620 },
}

/** Puts the app around the pages of a browser that are opened from now on. */
export async function putIntoShell(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const events = new EventTarget()
    class BridgeEvent extends Event {
      readonly values: readonly unknown[]
      constructor(name: string, values: readonly unknown[] = []) {
        super(name)
        this.values = values
      }
    }
    const shell: ShellInPage = {
      state: { sent: [], supportsReply: false },
      idle: { isIdle: false, lastActive: Date.now() },
      menu: (name, ...values) => void events.dispatchEvent(new BridgeEvent(name, values)),
    }
    const send = (...message: unknown[]) => void shell.state.sent.push(message)
    /** Listens as the app does, which throws at values of another type. */
    const expectValue = (name: string, type: 'number' | 'string', channel: string) =>
      events.addEventListener(name, (event) => {
        const [value, ...more] = (event as BridgeEvent).values
        if (typeof value !== type || more.length > 0) throw new TypeError(`${name}: ${String(value)}`)
        send(channel, value)
      })
    expectValue('total_unread_count', 'number', 'unread-count')
    expectValue('realm_name', 'string', 'realm-name-changed')
    expectValue('realm_icon_url', 'string', 'realm-icon-changed')
    // Only what can be copied passes from the page to the app.
    const passed = <T>(value: T): T => structuredClone(value)
    const bridge = Object.freeze({
      send_event: (name: string, ...values: unknown[]) =>
        events.dispatchEvent(new BridgeEvent(name, passed(values))),
      on_event: (name: string, listener: (...values: unknown[]) => void) =>
        events.addEventListener(name, (event) => listener(...passed((event as BridgeEvent).values))),
      new_notification(
        title: string,
        options: NotificationOptions,
        dispatch: (type: string, event: object) => boolean,
      ) {
        const notification = new Notification(title, { ...passed(options), silent: true })
        for (const type of ['click', 'close', 'error', 'show'])
          notification.addEventListener(type, (event) => {
            if (type === 'click') send('focus-this-webview')
            if (!dispatch(type, {})) event.preventDefault()
          })
        return Object.freeze({ close: () => notification.close(), title, tag: options.tag ?? '' })
      },
      get_idle_on_system: () => shell.idle.isIdle,
      get_last_active_on_system: () => shell.idle.lastActive,
      get_send_notification_reply_message_supported: () => shell.state.supportsReply,
      set_send_notification_reply_message_supported(isSupported: boolean) {
        shell.state.supportsReply = isSupported
      },
      decrypt_clipboard: () => ({ version: 1, key: new Uint8Array(32), pasted: new Promise(() => {}) }),
    })
    Object.defineProperty(globalThis, 'electron_bridge', { value: bridge, enumerable: true })
    for (const name of ['send_notification_reply_message_failed', 'show-downloaded-file-in-folder'])
      events.addEventListener(name, (event) => send(name, ...(event as BridgeEvent).values))
    // Of all permissions, the app grants that of notifications alone.
    const refuse = () => Promise.reject(new DOMException('Denied by the app', 'NotAllowedError'))
    Element.prototype.requestFullscreen = refuse
    if (navigator.clipboard)
      Object.assign(navigator.clipboard, { readText: refuse, read: refuse, writeText: refuse, write: refuse })
    Object.assign(globalThis, { shellInPage: shell })
  })
}

/**
 * Follows the windows that pages ask for, of which the app opens none: files of the server are saved by the page's session,
 * all other addresses go to the browser. Returns what became of each.
 */
export function followWindows(page: Page): readonly (readonly [to: 'saved' | 'browser', address: string])[] {
  const followed: (readonly ['saved' | 'browser', string])[] = []
  page.on('popup', (popup) => {
    void popup
      .waitForURL((url) => url.href !== 'about:blank', { waitUntil: 'commit' })
      .catch(() => undefined)
      .then(() => {
        const url = new URL(popup.url())
        const isFile = url.origin === new URL(page.url()).origin && url.pathname.startsWith('/user_uploads/')
        followed.push([isFile ? 'saved' : 'browser', url.href])
        return popup.close()
      })
  })
  return followed
}

/** Returns what the app has heard and what it shows. */
export const shellOf = (page: Page): Promise<ShellState> =>
  page.evaluate(() => {
    const { state } = (globalThis as unknown as { shellInPage: ShellInPage }).shellInPage
    const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]')?.href ?? ''
    return {
      ...state,
      badge: Number(/^\((\d+)\)/.exec(document.title)?.[1] ?? 0),
      hasDot: icon.indexOf('favicon-pms') > 0,
    }
  })

/** Chooses something in the app's menus, or has it send what it sends by itself. */
export const chooseInShell = (page: Page, name: string, ...values: readonly unknown[]): Promise<void> =>
  page.evaluate(
    ([event, given]) =>
      (globalThis as unknown as { shellInPage: ShellInPage }).shellInPage.menu(event, ...given),
    [name, values] as const,
  )
