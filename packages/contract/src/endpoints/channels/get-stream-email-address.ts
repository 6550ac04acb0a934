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
  doc: 'Mail to the address becomes a message: its subject the topic, its text the content, its files uploads. Whoever has the address can post by it, for as long as the one who asked for it may post, and keeps the API key. Words behind the part before the @ choose more of a mail: `+show-sender` begins with the address it came from, `+include-footer` keeps signatures, `+include-quotes` keeps the mail that it answers, `+prefer-html` takes the HTML where there is plain text too.',
  params: {
    stream_id: inPath(id('channel'), 'The channel.'),
    sender_id: json(
      id('user').optional(),
      'Who the messages come from: the caller, the caller’s bot or the email gateway, which is the default.',
      { since: 335 },
    ),
  },
  returns: {
    email: field(z.string(), 'The address; empty where the server is not set up to receive mail.'),
  },
  errors: [
    {
      code: 'BAD_REQUEST',
      when: 'There is no such channel, the caller may not post in it, or the sender is somebody else.',
    },
  ],
  changes: [{ level: 448, text: 'Only for those who may post in the channel.' }],
  example: {
    request: { stream_id: 5 },
    response: { email: '5-9-3-2kq8vw0d7m1xz4rt@chat.example.com' },
  },
})
