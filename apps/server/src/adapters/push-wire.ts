import type { PlainPayload, PushRequest } from '#ports/push-sender.ts'

type Encrypted = Extract<PushRequest['content'], { kind: 'encrypted' }>

/** Text of an encrypted notification on Apple's devices until the app has decrypted it. */
const sealedAlert = { 'mutable-content': 1, alert: { title: 'New notification' } }
const silent = { 'content-available': 1 }

const sealed = (aps: object, { keyId, data }: Encrypted) => ({
  aps,
  push_key_id: keyId,
  encrypted_data: data,
})

/** The JSON body of a notification for Apple's devices. */
export function apnsPayload({ content, isUrgent }: PushRequest): object {
  if (content.kind === 'encrypted')
    return sealed(isUrgent ? { ...sealedAlert, sound: 'default' } : silent, content)
  const { alert, data } = content.payload
  return { aps: alert ? { alert, sound: 'default', 'mutable-content': 1 } : silent, zulip: data }
}

/** The same body for a relay, which takes no texts, such as a sound, directly in `aps`. */
export const relayedSealedPayload = (isUrgent: boolean, content: Encrypted): object =>
  sealed(isUrgent ? sealedAlert : silent, content)

/** Parts of an unencrypted notification from which a relay makes the JSON body for Apple's devices. */
export function relayedApnsPayload({ alert, data }: PlainPayload): object {
  return { ...(alert ? { alert, sound: 'default' } : {}), custom: { zulip: data } }
}

/** Priority for Apple: 10 wakes the device, 5 waits until it is awake. */
export const apnsHeaders = ({ isUrgent }: PushRequest) => ({
  apns_priority: isUrgent ? 10 : 5,
  apns_push_type: isUrgent ? 'alert' : 'background',
})

/** The data of a notification for Google's service, which takes texts only. */
export function fcmData({ content }: PushRequest): Record<string, string> {
  if (content.kind === 'encrypted')
    return { push_key_id: String(content.keyId), encrypted_data: content.data }
  return Object.fromEntries(
    Object.entries(content.payload.data).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  )
}

export const fcmPriority = ({ isUrgent }: PushRequest) => (isUrgent ? 'high' : 'normal')
