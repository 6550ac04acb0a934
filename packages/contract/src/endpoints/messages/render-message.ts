import * as z from 'zod'
import { endpoint, field, text } from '../../define.ts'

export const renderMessage = endpoint({
  id: 'render-message',
  method: 'POST',
  path: '/messages/render',
  role: 'guest',
  scope: 'messages:read',
  repeated: 'again',
  summary: 'Render Markdown like a message.',
  params: { content: text(z.string(), 'Markdown of at most `max_message_length` code points.') },
  returns: { rendered: field(z.string(), 'HTML.') },
  errors: [{ code: 'BAD_REQUEST', when: 'The content is too long.' }],
  example: {
    request: { content: 'Warm **grey**?' },
    response: { rendered: '<p>Warm <strong>grey</strong>?</p>' },
  },
})
