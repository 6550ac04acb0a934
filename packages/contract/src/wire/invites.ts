// Made by `npm run golden` from the endpoints; do not edit.

import type { endpoints } from '../endpoints.ts'
import type { WireEntry } from '../wire-entry.ts'
import { either, inPath, json, text } from '../wire-parameters.ts'

/** How an endpoint is called, by operation id in camel case. Small enough for a browser: it holds no schema. */
type Entry<K extends keyof typeof endpoints> = WireEntry<(typeof endpoints)[K]>

export const createInviteLink: Entry<'createInviteLink'> = { method: 'POST', path: '/invites/multiuse', params: { invite_expires_in_minutes: json, invite_as: json, stream_ids: json, group_ids: json, include_realm_default_subscriptions: json, welcome_message_custom_text: either } }
export const getInviteDetails: Entry<'getInviteDetails'> = { method: 'GET', path: '/invites/{invite_id}', params: { invite_id: inPath } }
export const getInvites: Entry<'getInvites'> = { method: 'GET', path: '/invites', params: {} }
export const resendEmailInvite: Entry<'resendEmailInvite'> = { method: 'POST', path: '/invites/{invite_id}/resend', params: { invite_id: inPath } }
export const revokeEmailInvite: Entry<'revokeEmailInvite'> = { method: 'DELETE', path: '/invites/{invite_id}', params: { invite_id: inPath } }
export const revokeInviteLink: Entry<'revokeInviteLink'> = { method: 'DELETE', path: '/invites/multiuse/{invite_id}', params: { invite_id: inPath } }
export const sendInvites: Entry<'sendInvites'> = { method: 'POST', path: '/invites', params: { invitee_emails: text, invite_expires_in_minutes: json, invite_as: json, stream_ids: json, group_ids: json, include_realm_default_subscriptions: json, welcome_message_custom_text: either, notify_referrer_on_join: json } }
export const testWelcomeBotCustomMessage: Entry<'testWelcomeBotCustomMessage'> = { method: 'POST', path: '/realm/test_welcome_bot_custom_message', params: { welcome_message_custom_text: text } }
