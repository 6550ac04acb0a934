import * as z from 'zod'
import { endpoint, field, text } from '../../define.ts'

export const createNextcloudTalkVideoCall = endpoint({
  id: 'create-nextcloud-talk-video-call',
  method: 'POST',
  path: '/calls/nextcloud_talk/create',
  role: 'guest',
  scope: 'messages:write',
  since: 465,
  summary: 'Create a room of Nextcloud Talk for a call.',
  doc: 'The room is public: everybody with its address can join.',
  params: { room_name: text(z.string().trim().min(1).max(255), 'The name of the room.') },
  returns: { url: field(z.string(), 'The address of the call.') },
  errors: [
    {
      code: 'BAD_REQUEST',
      when: 'The server’s configuration names no Nextcloud, or the Nextcloud did not create the room.',
    },
  ],
  example: {
    request: { room_name: 'Harvest planning' },
    response: { url: 'https://cloud.example.com/call/k4e8fq2p' },
  },
})
