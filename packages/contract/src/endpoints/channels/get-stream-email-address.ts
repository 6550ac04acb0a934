import * as z from 'zod'
import { endpoint, field, inPath, json } from '../../define.ts'
import { id } from '../../primitives.ts'

export const getStreamEmailAddress = endpoint({
  id: 'get-stream-email-address',
  method: 'GET',
  path: '/streams/{stream_id}/email_address',
  role: 'guest',
  since: 226,
  summary: 'Get the email address that posts into a channel.',
  params: {
    stream_id: inPath(id('channel'), 'The channel.'),
    sender_id: json(
      id('user').optional(),
      'Who the messages come from: the caller, the caller’s bot or the email gateway, which is the default.',
      { since: 335 },
    ),
  },
  returns: {
    email: field(z.string(), 'The address; empty where the server receives no mail, as this one does not.'),
  },
  errors: [
    {
      code: 'BAD_REQUEST',
      when: 'There is no such channel, the caller may not post in it, or the sender is somebody else.',
    },
  ],
  changes: [{ level: 448, text: 'Only for those who may post in the channel.' }],
  example: { request: { stream_id: 5 }, response: { email: '' } },
})
