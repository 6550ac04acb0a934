// Made by `npm run golden` from the endpoints; do not edit.

import type { endpoints } from '../endpoints.ts'
import type { WireEntry } from '../wire-entry.ts'
import { json, text } from '../wire-parameters.ts'

/** How an endpoint is called, by operation id in camel case. Small enough for a browser: it holds no schema. */
type Entry<K extends keyof typeof endpoints> = WireEntry<(typeof endpoints)[K]>

export const createBigBlueButtonVideoCall: Entry<'createBigBlueButtonVideoCall'> = { method: 'GET', path: '/calls/bigbluebutton/create', params: { meeting_name: text, voice_only: json } }
export const createConstructorGroupsVideoCall: Entry<'createConstructorGroupsVideoCall'> = { method: 'POST', path: '/calls/constructorgroups/create', params: {} }
export const createNextcloudTalkVideoCall: Entry<'createNextcloudTalkVideoCall'> = { method: 'POST', path: '/calls/nextcloud_talk/create', params: { room_name: text } }
export const createWebexVideoCall: Entry<'createWebexVideoCall'> = { method: 'POST', path: '/calls/webex/create', params: {} }
