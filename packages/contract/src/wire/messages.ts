// Made by `npm run golden` from the endpoints; do not edit.

import type { endpoints } from '../endpoints.ts'
import type { WireEntry } from '../wire-entry.ts'
import { either, inPath, json, text } from '../wire-parameters.ts'

/** How an endpoint is called, by operation id in camel case. Small enough for a browser: it holds no schema. */
type Entry<K extends keyof typeof endpoints> = WireEntry<(typeof endpoints)[K]>

export const checkMessagesMatchNarrow: Entry<'checkMessagesMatchNarrow'> = { method: 'GET', path: '/messages/matches_narrow', params: { msg_ids: json, narrow: json } }
export const deleteMessage: Entry<'deleteMessage'> = { method: 'DELETE', path: '/messages/{message_id}', params: { message_id: inPath } }
export const deleteTopic: Entry<'deleteTopic'> = { method: 'POST', path: '/streams/{stream_id}/delete_topic', params: { stream_id: inPath, topic_name: text } }
export const getDeletedMessages: Entry<'getDeletedMessages'> = { method: 'GET', path: '/tagma/deleted_messages', params: { before: json, limit: json } }
export const getMessageHistory: Entry<'getMessageHistory'> = { method: 'GET', path: '/messages/{message_id}/history', params: { message_id: inPath, allow_empty_topic_name: json } }
export const getMessage: Entry<'getMessage'> = { method: 'GET', path: '/messages/{message_id}', params: { message_id: inPath, apply_markdown: json, allow_empty_topic_name: json } }
export const getMessages: Entry<'getMessages'> = { method: 'GET', path: '/messages', params: { anchor: either, anchor_date: text, use_first_unread_anchor: json, num_before: json, num_after: json, include_anchor: json, narrow: json, client_gravatar: json, apply_markdown: json, message_ids: json, allow_empty_topic_name: json } }
export const getNewestTopics: Entry<'getNewestTopics'> = { method: 'GET', path: '/tagma/topics', params: { limit: json, before: json, subscribed: json, allow_empty_topic_name: json } }
export const getReadReceipts: Entry<'getReadReceipts'> = { method: 'GET', path: '/messages/{message_id}/read_receipts', params: { message_id: inPath } }
export const getStreamTopics: Entry<'getStreamTopics'> = { method: 'GET', path: '/users/me/{stream_id}/topics', params: { stream_id: inPath, allow_empty_topic_name: json } }
export const markAllAsRead: Entry<'markAllAsRead'> = { method: 'POST', path: '/mark_all_as_read', params: {} }
export const markStreamAsRead: Entry<'markStreamAsRead'> = { method: 'POST', path: '/mark_stream_as_read', params: { stream_id: json } }
export const markTopicAsRead: Entry<'markTopicAsRead'> = { method: 'POST', path: '/mark_topic_as_read', params: { stream_id: json, topic_name: text } }
export const renderMessage: Entry<'renderMessage'> = { method: 'POST', path: '/messages/render', params: { content: text } }
export const reportMessage: Entry<'reportMessage'> = { method: 'POST', path: '/messages/{message_id}/report', params: { message_id: inPath, report_type: text, description: text } }
export const sendMessage: Entry<'sendMessage'> = { method: 'POST', path: '/messages', params: { type: text, to: either, content: text, topic: text, subject: text, queue_id: text, local_id: text, read_by_sender: json, widget_content: json } }
export const setTypingStatusForMessageEdit: Entry<'setTypingStatusForMessageEdit'> = { method: 'POST', path: '/messages/{message_id}/typing', params: { message_id: inPath, op: text } }
export const setTypingStatus: Entry<'setTypingStatus'> = { method: 'POST', path: '/typing', params: { type: text, op: text, to: either, stream_id: json, topic: text } }
export const updateMessageFlagsForNarrow: Entry<'updateMessageFlagsForNarrow'> = { method: 'POST', path: '/messages/flags/narrow', params: { anchor: either, anchor_date: text, include_anchor: json, num_before: json, num_after: json, narrow: json, op: text, flag: text } }
export const updateMessageFlags: Entry<'updateMessageFlags'> = { method: 'POST', path: '/messages/flags', params: { messages: json, op: text, flag: text } }
export const updateMessage: Entry<'updateMessage'> = { method: 'PATCH', path: '/messages/{message_id}', params: { message_id: inPath, content: text, topic: text, subject: text, stream_id: json, propagate_mode: text, send_notification_to_old_thread: json, send_notification_to_new_thread: json, prev_content_sha256: text, no_previews: json } }
