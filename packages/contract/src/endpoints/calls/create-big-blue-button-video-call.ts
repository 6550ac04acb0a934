import * as z from 'zod'
import { endpoint, field, json, text } from '../../define.ts'

export const createBigBlueButtonVideoCall = endpoint({
  id: 'create-big-blue-button-video-call',
  method: 'GET',
  path: '/calls/bigbluebutton/create',
  role: 'guest',
  scope: 'messages:write',
  summary: 'Make the address of a BigBlueButton call.',
  doc: 'Whoever is signed in to the organization in a browser joins the call there. The caller is its moderator, all others are viewers. The meeting begins when the first of them opens the address.',
  params: {
    meeting_name: text(z.string().trim().min(1).max(256), 'The name of the meeting.'),
    voice_only: json(
      z.boolean().default(false),
      'Whether the cameras of the viewers stay off. The moderator can allow them later.',
      { since: 337 },
    ),
  },
  returns: { url: field(z.string(), 'The path of the call, below the address of the organization.') },
  errors: [{ code: 'BAD_REQUEST', when: 'The server’s configuration names no BigBlueButton.' }],
  example: {
    request: { meeting_name: 'Harvest planning' },
    response: {
      url: '/calls/bigbluebutton/join?bigbluebutton=eyJuYW1lIjoiSGFydmVzdCJ9.Jp3k0u5x2wq8mJwz4Wn6yBv1tQ0rK7sLd9eXfHcAgIo',
    },
  },
})
