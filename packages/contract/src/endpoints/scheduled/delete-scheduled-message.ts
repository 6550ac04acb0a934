import { endpoint, inPath } from '../../define.ts'
import { id } from '../../primitives.ts'

export const deleteScheduledMessage = endpoint({
  id: 'delete-scheduled-message',
  method: 'DELETE',
  path: '/scheduled_messages/{scheduled_message_id}',
  role: 'guest',
  scope: 'messages:write',
  since: 173,
  summary: 'Delete a scheduled message.',
  params: { scheduled_message_id: inPath(id('scheduled message'), 'The scheduled message.') },
  returns: {},
  errors: [
    {
      code: 'BAD_REQUEST',
      status: 404,
      when: 'The scheduled message does not exist, or is not the caller’s.',
    },
  ],
  example: { request: { scheduled_message_id: 27 }, response: {} },
})
