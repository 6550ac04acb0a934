import { endpoint, inPath } from '../../define.ts'
import { id } from '../../primitives.ts'

export const deleteMessage = endpoint({
  id: 'delete-message',
  method: 'DELETE',
  path: '/messages/{message_id}',
  role: 'guest',
  scope: 'messages:write',
  summary: 'Delete a message permanently.',
  params: { message_id: inPath(id('message'), 'The message.') },
  returns: {},
  errors: [
    {
      code: 'BAD_REQUEST',
      when: 'The message does not exist, the caller may not delete it, or it is too late to delete it.',
    },
  ],
  example: { request: { message_id: 31 }, response: {} },
})
