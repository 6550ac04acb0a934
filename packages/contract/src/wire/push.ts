// Made by `npm run golden` from the endpoints; do not edit.

import type { endpoints } from '../endpoints.ts'
import type { WireEntry } from '../wire-entry.ts'
import { inPath, json, text } from '../wire-parameters.ts'

/** How an endpoint is called, by operation id in camel case. Small enough for a browser: it holds no schema. */
type Entry<K extends keyof typeof endpoints> = WireEntry<(typeof endpoints)[K]>

export const addApnsToken: Entry<'addApnsToken'> = { method: 'POST', path: '/users/me/apns_device_token', params: { token: text, appid: text } }
export const addFcmToken: Entry<'addFcmToken'> = { method: 'POST', path: '/users/me/android_gcm_reg_id', params: { token: text } }
export const addWebPushSubscription: Entry<'addWebPushSubscription'> = { method: 'POST', path: '/tagma/web_push_subscriptions', params: { endpoint: text, p256dh: text, auth: text, is_renewal: json } }
export const e2eeTestNotify: Entry<'e2eeTestNotify'> = { method: 'POST', path: '/mobile_push/e2ee/test_notification', params: { device_id: json } }
export const getPushDevices: Entry<'getPushDevices'> = { method: 'GET', path: '/tagma/push_devices', params: {} }
export const getWebPush: Entry<'getWebPush'> = { method: 'GET', path: '/tagma/web_push', params: {} }
export const registerClientDevice: Entry<'registerClientDevice'> = { method: 'POST', path: '/register_client_device', params: {} }
export const registerPushDevice: Entry<'registerPushDevice'> = { method: 'POST', path: '/mobile_push/register', params: { device_id: json, push_key_id: json, push_key: text, token_kind: text, token_id: text, bouncer_public_key: text, encrypted_push_registration: text } }
export const removeApnsToken: Entry<'removeApnsToken'> = { method: 'DELETE', path: '/users/me/apns_device_token', params: { token: text } }
export const removeClientDevice: Entry<'removeClientDevice'> = { method: 'POST', path: '/remove_client_device', params: { device_id: json } }
export const removeFcmToken: Entry<'removeFcmToken'> = { method: 'DELETE', path: '/users/me/android_gcm_reg_id', params: { token: text } }
export const removeOlderPhone: Entry<'removeOlderPhone'> = { method: 'DELETE', path: '/tagma/older_phones/{phone_id}', params: { phone_id: inPath } }
export const removeWebPushSubscription: Entry<'removeWebPushSubscription'> = { method: 'DELETE', path: '/tagma/web_push_subscriptions/{subscription_id}', params: { subscription_id: inPath } }
export const restoreWebPushSubscription: Entry<'restoreWebPushSubscription'> = { method: 'POST', path: '/tagma/web_push_subscriptions/{subscription_id}/restore', params: { subscription_id: inPath } }
export const testNotify: Entry<'testNotify'> = { method: 'POST', path: '/mobile_push/test_notification', params: { token: text } }
export const testPushDevices: Entry<'testPushDevices'> = { method: 'POST', path: '/tagma/push_devices/test', params: { kind: text, id: json } }
export const testWebPush: Entry<'testWebPush'> = { method: 'POST', path: '/tagma/web_push_subscriptions/{subscription_id}/test', params: { subscription_id: inPath } }
