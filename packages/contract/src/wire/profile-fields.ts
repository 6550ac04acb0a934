// Made by `npm run golden` from the endpoints; do not edit.

import type { endpoints } from '../endpoints.ts'
import type { WireEntry } from '../wire-entry.ts'
import { inPath, json, text } from '../wire-parameters.ts'

/** How an endpoint is called, by operation id in camel case. Small enough for a browser: it holds no schema. */
type Entry<K extends keyof typeof endpoints> = WireEntry<(typeof endpoints)[K]>

export const createCustomProfileField: Entry<'createCustomProfileField'> = { method: 'POST', path: '/realm/profile_fields', params: { field_type: json, name: text, hint: text, field_data: json, display_in_profile_summary: json, required: json, editable_by_user: json, use_for_user_matching: json } }
export const deleteCustomProfileField: Entry<'deleteCustomProfileField'> = { method: 'DELETE', path: '/realm/profile_fields/{field_id}', params: { field_id: inPath } }
export const getCustomProfileFields: Entry<'getCustomProfileFields'> = { method: 'GET', path: '/realm/profile_fields', params: {} }
export const removeProfileData: Entry<'removeProfileData'> = { method: 'DELETE', path: '/users/me/profile_data', params: { data: json } }
export const reorderCustomProfileFields: Entry<'reorderCustomProfileFields'> = { method: 'PATCH', path: '/realm/profile_fields', params: { order: json } }
export const updateCustomProfileField: Entry<'updateCustomProfileField'> = { method: 'PATCH', path: '/realm/profile_fields/{field_id}', params: { field_id: inPath, name: text, hint: text, field_data: json, display_in_profile_summary: json, required: json, editable_by_user: json, use_for_user_matching: json } }
export const updateProfileData: Entry<'updateProfileData'> = { method: 'PATCH', path: '/users/me/profile_data', params: { data: json } }
