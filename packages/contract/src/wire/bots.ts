// Made by `npm run golden` from the endpoints; do not edit.

import type { endpoints } from '../endpoints.ts'
import type { WireEntry } from '../wire-entry.ts'
import { either, inPath, json, text, upload } from '../wire-parameters.ts'

/** How an endpoint is called, by operation id in camel case. Small enough for a browser: it holds no schema. */
type Entry<K extends keyof typeof endpoints> = WireEntry<(typeof endpoints)[K]>

export const addBotFeed: Entry<'addBotFeed'> = { method: 'POST', path: '/bots/{bot_id}/feeds', params: { bot_id: inPath, url: text, stream_id: json, topic: text } }
export const createBot: Entry<'createBot'> = { method: 'POST', path: '/bots', params: { full_name: text, short_name: text, bot_type: json, payload_url: either, interface_type: json, default_sending_stream: text, default_events_register_stream: text, default_all_public_streams: json, service_name: text, config_data: json, file: upload } }
export const deactivateBot: Entry<'deactivateBot'> = { method: 'DELETE', path: '/bots/{bot_id}', params: { bot_id: inPath } }
export const deleteBotTemplate: Entry<'deleteBotTemplate'> = { method: 'DELETE', path: '/bots/{bot_id}/templates/{name}', params: { bot_id: inPath, name: inPath } }
export const getBotApiKey: Entry<'getBotApiKey'> = { method: 'GET', path: '/bots/{bot_id}/api_key', params: { bot_id: inPath } }
export const getBotCalls: Entry<'getBotCalls'> = { method: 'GET', path: '/bots/{bot_id}/calls', params: { bot_id: inPath } }
export const getBotCommands: Entry<'getBotCommands'> = { method: 'GET', path: '/bots/{bot_id}/commands', params: { bot_id: inPath } }
export const getBotFeeds: Entry<'getBotFeeds'> = { method: 'GET', path: '/bots/{bot_id}/feeds', params: { bot_id: inPath } }
export const getBotPayload: Entry<'getBotPayload'> = { method: 'GET', path: '/bots/{bot_id}/payloads/{payload_id}', params: { bot_id: inPath, payload_id: inPath } }
export const getBotPayloads: Entry<'getBotPayloads'> = { method: 'GET', path: '/bots/{bot_id}/payloads', params: { bot_id: inPath } }
export const getBotStorage: Entry<'getBotStorage'> = { method: 'GET', path: '/bot_storage', params: { keys: json } }
export const getBotTemplates: Entry<'getBotTemplates'> = { method: 'GET', path: '/bots/{bot_id}/templates', params: { bot_id: inPath } }
export const getBots: Entry<'getBots'> = { method: 'GET', path: '/bots', params: {} }
export const previewBotTemplate: Entry<'previewBotTemplate'> = { method: 'POST', path: '/bots/{bot_id}/templates/preview', params: { bot_id: inPath, topic: text, content: text, when: text, event: text, payload: json } }
export const regenerateBotApiKey: Entry<'regenerateBotApiKey'> = { method: 'POST', path: '/bots/{bot_id}/api_key/regenerate', params: { bot_id: inPath } }
export const removeBotFeed: Entry<'removeBotFeed'> = { method: 'DELETE', path: '/bots/{bot_id}/feeds/{feed_id}', params: { bot_id: inPath, feed_id: inPath } }
export const removeBotStorage: Entry<'removeBotStorage'> = { method: 'DELETE', path: '/bot_storage', params: { keys: json } }
export const repeatBotCall: Entry<'repeatBotCall'> = { method: 'POST', path: '/bots/{bot_id}/calls/{call_id}/repeat', params: { bot_id: inPath, call_id: inPath } }
export const setBotCommands: Entry<'setBotCommands'> = { method: 'PUT', path: '/bots/{bot_id}/commands', params: { bot_id: inPath, commands: json } }
export const setBotTemplate: Entry<'setBotTemplate'> = { method: 'PUT', path: '/bots/{bot_id}/templates/{name}', params: { bot_id: inPath, name: inPath, topic: text, content: text, when: text, event: text } }
export const updateBotStorage: Entry<'updateBotStorage'> = { method: 'PUT', path: '/bot_storage', params: { storage: json } }
export const updateBot: Entry<'updateBot'> = { method: 'PATCH', path: '/bots/{bot_id}', params: { bot_id: inPath, full_name: text, short_name: text, role: json, bot_owner_id: json, service_payload_url: text, service_interface: json, default_sending_stream: text, default_events_register_stream: text, default_all_public_streams: json, service_name: text, config_data: json, file: upload } }
