// Made by `npm run golden` from the endpoints; do not edit.

import type { endpoints } from '../endpoints.ts'
import type { WireEntry } from '../wire-entry.ts'
import { inPath, json, text, upload } from '../wire-parameters.ts'

/** How an endpoint is called, by operation id in camel case. Small enough for a browser: it holds no schema. */
type Entry<K extends keyof typeof endpoints> = WireEntry<(typeof endpoints)[K]>

export const createUser: Entry<'createUser'> = { method: 'POST', path: '/users', params: { email: text, password: text, full_name: text } }
export const deactivateOwnUser: Entry<'deactivateOwnUser'> = { method: 'DELETE', path: '/users/me', params: {} }
export const deactivateUser: Entry<'deactivateUser'> = { method: 'DELETE', path: '/users/{user_id}', params: { user_id: inPath, actions: json, deactivation_notification_comment: text } }
export const deleteAvatar: Entry<'deleteAvatar'> = { method: 'DELETE', path: '/users/me/avatar', params: {} }
export const getOwnUser: Entry<'getOwnUser'> = { method: 'GET', path: '/users/me', params: {} }
export const getUserByEmail: Entry<'getUserByEmail'> = { method: 'GET', path: '/users/{email}', params: { email: inPath, client_gravatar: json, include_custom_profile_fields: json } }
export const getUser: Entry<'getUser'> = { method: 'GET', path: '/users/{user_id}', params: { user_id: inPath, client_gravatar: json, include_custom_profile_fields: json } }
export const getUsers: Entry<'getUsers'> = { method: 'GET', path: '/users', params: { client_gravatar: json, include_custom_profile_fields: json, user_ids: json } }
export const muteUser: Entry<'muteUser'> = { method: 'POST', path: '/users/me/muted_users/{muted_user_id}', params: { muted_user_id: inPath } }
export const reactivateUser: Entry<'reactivateUser'> = { method: 'POST', path: '/users/{user_id}/reactivate', params: { user_id: inPath } }
export const regenerateApiKey: Entry<'regenerateApiKey'> = { method: 'POST', path: '/users/me/api_key/regenerate', params: { password: text, code: text } }
export const unmuteUser: Entry<'unmuteUser'> = { method: 'DELETE', path: '/users/me/muted_users/{muted_user_id}', params: { muted_user_id: inPath } }
export const updateUserByEmail: Entry<'updateUserByEmail'> = { method: 'PATCH', path: '/users/{email}', params: { email: inPath, full_name: text, role: json, profile_data: json, new_email: text } }
export const updateUser: Entry<'updateUser'> = { method: 'PATCH', path: '/users/{user_id}', params: { user_id: inPath, full_name: text, role: json, profile_data: json, new_email: text } }
export const uploadAvatar: Entry<'uploadAvatar'> = { method: 'POST', path: '/users/me/avatar', params: { file: upload } }
