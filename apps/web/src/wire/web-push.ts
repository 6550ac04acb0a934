import type { Client } from '@tagma/client/client.ts'
import * as wire from '@tagma/contract/wire.ts'

/**
 * Whether this browser gets notifications while no page is open. `insecure`: the page came without https. `install first`: an
 * iPhone gives them to pages on its home screen only. `denied`: the person has forbidden them in the browser.
 */
export type WebPushState = 'insecure' | 'unsupported' | 'install first' | 'denied' | 'off' | 'on'

/** Finds out whether this browser gets notifications. `hasSubscription`: whether the server has one of the session. */
export async function webPushState(hasSubscription: boolean): Promise<WebPushState> {
  if (!isSecureContext) return 'insecure'
  if (!('serviceWorker' in navigator) || !('PushManager' in globalThis))
    return isPhoneOfApple() ? 'install first' : 'unsupported'
  if (Notification.permission === 'denied') return 'denied'
  const own = await presentSubscription()
  return own && hasSubscription && Notification.permission === 'granted' ? 'on' : 'off'
}

const isPhoneOfApple = () => /iPhone|iPad/.test(navigator.userAgent)

/** Asks the person and the browser, then tells the server. Call it when they have pressed something. */
export async function beginWebPush(client: Client, publicKey: string): Promise<number> {
  if ((await Notification.requestPermission()) !== 'granted') throw new NotAllowed()
  const { pushManager } = await navigator.serviceWorker.ready
  const present = await pushManager.getSubscription()
  if (present && !isFor(present, publicKey)) await present.unsubscribe()
  const subscription = await pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: publicKey,
  })
  return tellServer(client, subscription)
}

/** The person did not allow notifications. */
export class NotAllowed extends Error {}

/**
 * Tells the server of a subscription that the browser has and the session has not: whoever signs in again on a device gets
 * notifications there as before. Ends one that was removed. Does nothing otherwise.
 */
export async function renewWebPush(client: Client): Promise<void> {
  if (!('serviceWorker' in navigator) || !('PushManager' in globalThis)) return
  const present = await presentSubscription()
  if (!present || Notification.permission !== 'granted') return
  const { public_key, subscriptions, is_removed: isRemoved } = await client.call(wire.getWebPush, {})
  if (subscriptions.some(({ is_current }) => is_current)) return
  // The reader has removed this browser elsewhere.
  if (isRemoved) await present.unsubscribe()
  else if (isFor(present, public_key)) await tellServer(client, present)
  else await beginWebPush(client, public_key)
}

/** Ends the browser's subscription. The server forgets it when it is told, or when the push service says so. */
export async function endWebPush(): Promise<void> {
  await (await presentSubscription())?.unsubscribe()
}

async function presentSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration('/')
  return (await registration?.pushManager.getSubscription()) ?? null
}

async function tellServer(client: Client, subscription: PushSubscription): Promise<number> {
  const { endpoint = '', keys = {} } = subscription.toJSON()
  const { id } = await client.call(wire.addWebPushSubscription, {
    endpoint,
    p256dh: keys.p256dh ?? '',
    auth: keys.auth ?? '',
  })
  return id
}

/** Whether a subscription takes what is signed by a key. */
function isFor({ options: { applicationServerKey } }: PushSubscription, publicKey: string): boolean {
  if (!applicationServerKey) return false
  const text = btoa(String.fromCharCode(...new Uint8Array(applicationServerKey)))
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '') === publicKey
}
