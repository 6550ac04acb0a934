import * as z from 'zod'
import { endpoint, inPath, text } from '../../define.ts'
import { id } from '../../primitives.ts'

export const setTypingStatusForMessageEdit = endpoint({
  id: 'set-typing-status-for-message-edit',
  method: 'POST',
  path: '/messages/{message_id}/typing',
  role: 'guest',
  scope: 'messages:write',
  since: 351,
  repeated: 'again',
  summary: 'Report that you started or stopped editing a message.',
  doc: 'The protocol is that of `set-typing-status`. Users get the event if they can read the message and want to see who is typing.',
  params: {
    message_id: inPath(id('message'), 'The message.'),
    op: text(z.enum(['start', 'stop']), 'Whether editing started or stopped.'),
  },
  returns: {},
  errors: [
    {
      code: 'BAD_REQUEST',
      when: 'The message does not exist, the caller cannot edit it, or the caller has switched typing notifications off.',
    },
  ],
  changes: [{ level: 361, text: 'The path was `/message_edit_typing`, with `message_id` in the body.' }],
  example: { request: { message_id: 31, op: 'start' }, response: {} },
})
