// Made by `npm run golden` from the endpoints; do not edit.

import type { endpoints } from '../endpoints.ts'
import type { WireEntry } from '../wire-entry.ts'
import { either, inPath, json, text } from '../wire-parameters.ts'

/** How an endpoint is called, by operation id in camel case. Small enough for a browser: it holds no schema. */
type Entry<K extends keyof typeof endpoints> = WireEntry<(typeof endpoints)[K]>

export const createMessageReminder: Entry<'createMessageReminder'> = { method: 'POST', path: '/reminders', params: { message_id: json, scheduled_delivery_timestamp: json, note: text } }
export const createScheduledMessage: Entry<'createScheduledMessage'> = { method: 'POST', path: '/scheduled_messages', params: { type: text, to: either, content: text, topic: text, scheduled_delivery_timestamp: json, read_by_sender: json } }
export const deleteReminder: Entry<'deleteReminder'> = { method: 'DELETE', path: '/reminders/{reminder_id}', params: { reminder_id: inPath } }
export const deleteScheduledMessage: Entry<'deleteScheduledMessage'> = { method: 'DELETE', path: '/scheduled_messages/{scheduled_message_id}', params: { scheduled_message_id: inPath } }
export const getReminders: Entry<'getReminders'> = { method: 'GET', path: '/reminders', params: {} }
export const getScheduledMessages: Entry<'getScheduledMessages'> = { method: 'GET', path: '/scheduled_messages', params: {} }
export const updateScheduledMessage: Entry<'updateScheduledMessage'> = { method: 'PATCH', path: '/scheduled_messages/{scheduled_message_id}', params: { scheduled_message_id: inPath, type: text, to: either, content: text, topic: text, scheduled_delivery_timestamp: json } }
