import * as z from 'zod'
import { endpoint, field, inPath, json } from '../../define.ts'
import { id } from '../../primitives.ts'

export const getStreamEmailAddress = endpoint({
  id: 'get-stream-email-address',
  method: 'GET',
  path: '/streams/{stream_id}/email_address',
  role: 'guest',
  scope: 'channels:write',
  since: 226,
  summary: 'Get the email address that posts into a channel.',
  doc: 'Mail to this address becomes a message: the subject becomes the topic, the text the content, the files uploads. Anybody who has the address can post with it, until the caller may no longer post in the channel or gets a new API key. Words in front of the @ change how a mail is read: `+show-sender` begins the message with the sender’s address, `+include-footer` keeps signatures, `+include-quotes` keeps the quoted mail, `+prefer-html` takes the HTML even if there is plain text.',
  params: {
    stream_id: inPath(id('channel'), 'The channel.'),
    sender_id: json(
      id('user').optional(),
      'The sender of the messages: the caller, one of the caller’s bots, or the email gateway (default).',
      { since: 335 },
    ),
  },
  returns: {
    email: field(z.string(), 'The address. Empty if the server cannot receive mail.'),
  },
  errors: [
    {
      code: 'BAD_REQUEST',
      when: 'The channel does not exist, the caller may not post in it, or the sender is not one that the caller may choose.',
    },
  ],
  changes: [{ level: 448, text: 'Only people who may post in the channel get an address.' }],
  example: {
    request: { stream_id: 5 },
    response: { email: '5-9-3-2kq8vw0d7m1xz4rt@chat.example.com' },
  },
})
