import { notificationFor, type Pushed } from './push-notification.ts'

export interface WaitingEvent extends Event {
  waitUntil(work: Promise<unknown>): void
}

interface PushEvent extends WaitingEvent {
  readonly data: { json(): unknown } | null
}

interface ClickEvent extends WaitingEvent {
  readonly notification: ShownNotification
}

interface ChangeEvent extends WaitingEvent {
  readonly oldSubscription: PushSubscription | null
}

interface ShownNotification {
  readonly data: { readonly messageId: number; readonly address: string } | null
  close(): void
}

interface Window {
  focus(): Promise<Window>
  navigate(url: string): Promise<Window | null>
}

/** The part of a service worker that shows what is pushed. */
export interface PushWorker {
  addEventListener(type: 'push', listener: (event: PushEvent) => void): void
  addEventListener(type: 'notificationclick', listener: (event: ClickEvent) => void): void
  addEventListener(type: 'pushsubscriptionchange', listener: (event: ChangeEvent) => void): void
  readonly registration: {
    showNotification(title: string, options: object): Promise<void>
    getNotifications(): Promise<readonly ShownNotification[]>
    readonly pushManager: PushManager
  }
  readonly clients: {
    matchAll(which: { readonly type: 'window' }): Promise<readonly Window[]>
    openWindow(url: string): Promise<unknown>
  }
}

/** Shows what the server pushes, takes back what was read elsewhere, and leads to a message that is pressed. */
export function answerPushes(worker: PushWorker): void {
  worker.addEventListener('push', (event) => event.waitUntil(show(worker, event.data?.json() as Pushed)))
  worker.addEventListener('notificationclick', (event) => event.waitUntil(open(worker, event.notification)))
  worker.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(subscribeAgain(worker, event)))
}

async function show({ registration }: PushWorker, pushed: Pushed): Promise<void> {
  const shown = notificationFor(pushed)
  if (shown) {
    await registration.showNotification(shown.title, shown.options)
    return
  }
  const over = new Set(pushed.type === 'remove' ? pushed.message_ids : [])
  for (const notification of await registration.getNotifications())
    if (over.has(notification.data?.messageId ?? 0)) notification.close()
}

/** Goes to the message in a window that is open, or else in a new one. */
async function open({ clients }: PushWorker, notification: ShownNotification): Promise<void> {
  notification.close()
  const address = notification.data?.address ?? '/'
  const [window] = await clients.matchAll({ type: 'window' })
  if (!window) {
    await clients.openWindow(address)
    return
  }
  // A browser that leaves the window where it is shows the message there all the same.
  await window.focus().catch(() => undefined)
  await window.navigate(address)
}

/** The browser's push service has another address for it: the server learns it at once. */
async function subscribeAgain({ registration }: PushWorker, { oldSubscription }: ChangeEvent): Promise<void> {
  const key = oldSubscription?.options.applicationServerKey
  // Without the key, the page subscribes again at its next start.
  if (!key) return
  const subscription = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: key,
  })
  const { endpoint, keys = {} } = subscription.toJSON()
  const { status } = await fetch('/json/tagma/web_push_subscriptions', {
    method: 'POST',
    body: new URLSearchParams({
      endpoint: endpoint ?? '',
      p256dh: keys.p256dh ?? '',
      auth: keys.auth ?? '',
      is_renewal: 'true',
    }),
  })
  // The reader has removed this browser elsewhere.
  if (status === 400) await subscription.unsubscribe()
}
