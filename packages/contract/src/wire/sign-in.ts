// Made by `npm run golden` from the endpoints; do not edit.

import type { endpoints } from '../endpoints.ts'
import type { WireEntry } from '../wire-entry.ts'
import { inPath, json, text } from '../wire-parameters.ts'

/** How an endpoint is called, by operation id in camel case. Small enough for a browser: it holds no schema. */
type Entry<K extends keyof typeof endpoints> = WireEntry<(typeof endpoints)[K]>

export const addPasskey: Entry<'addPasskey'> = { method: 'POST', path: '/tagma/passkeys', params: { name: text, passkey: json } }
export const askForPasskey: Entry<'askForPasskey'> = { method: 'POST', path: '/tagma/step_up/passkey', params: {} }
export const beginPasskey: Entry<'beginPasskey'> = { method: 'POST', path: '/tagma/passkeys/begin', params: { password: text, code: text } }
export const beginSecondFactor: Entry<'beginSecondFactor'> = { method: 'POST', path: '/tagma/second_factor', params: { password: text, code: text } }
export const confirmSecondFactor: Entry<'confirmSecondFactor'> = { method: 'POST', path: '/tagma/second_factor/confirm', params: { code: text } }
export const createAccessToken: Entry<'createAccessToken'> = { method: 'POST', path: '/tagma/access_tokens', params: { name: text, scopes: json, password: text, code: text, expires_at: json, user_id: json, write_to: json } }
export const endAccessToken: Entry<'endAccessToken'> = { method: 'DELETE', path: '/tagma/access_tokens/{access_token_id}', params: { access_token_id: inPath } }
export const endOtherSessions: Entry<'endOtherSessions'> = { method: 'DELETE', path: '/tagma/sessions', params: {} }
export const endSession: Entry<'endSession'> = { method: 'DELETE', path: '/tagma/sessions/{session_id}', params: { session_id: inPath } }
export const forgetKnownDevice: Entry<'forgetKnownDevice'> = { method: 'DELETE', path: '/tagma/known_devices/{device_id}', params: { device_id: inPath } }
export const getAccessTokens: Entry<'getAccessTokens'> = { method: 'GET', path: '/tagma/access_tokens', params: { user_id: json } }
export const getKnownDevices: Entry<'getKnownDevices'> = { method: 'GET', path: '/tagma/known_devices', params: {} }
export const getPasskeys: Entry<'getPasskeys'> = { method: 'GET', path: '/tagma/passkeys', params: {} }
export const getSecondFactor: Entry<'getSecondFactor'> = { method: 'GET', path: '/tagma/second_factor', params: {} }
export const getSessions: Entry<'getSessions'> = { method: 'GET', path: '/tagma/sessions', params: {} }
export const getSignInServices: Entry<'getSignInServices'> = { method: 'GET', path: '/tagma/sign_in_services', params: {} }
export const removePasskey: Entry<'removePasskey'> = { method: 'DELETE', path: '/tagma/passkeys/{passkey_id}', params: { passkey_id: inPath, password: text, code: text } }
export const removeSecondFactor: Entry<'removeSecondFactor'> = { method: 'DELETE', path: '/tagma/second_factor', params: { password: text, code: text } }
export const renamePasskey: Entry<'renamePasskey'> = { method: 'PATCH', path: '/tagma/passkeys/{passkey_id}', params: { passkey_id: inPath, name: text } }
export const renewRecoveryCodes: Entry<'renewRecoveryCodes'> = { method: 'POST', path: '/tagma/second_factor/recovery_codes', params: { password: text, code: text } }
export const resetSecondFactor: Entry<'resetSecondFactor'> = { method: 'DELETE', path: '/tagma/users/{user_id}/second_factor', params: { user_id: inPath, password: text, code: text } }
export const stepUp: Entry<'stepUp'> = { method: 'POST', path: '/tagma/step_up', params: { password: text, code: text, passkey: json } }
