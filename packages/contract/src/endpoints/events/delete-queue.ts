import * as z from 'zod'
import { endpoint, text } from '../../define.ts'

export const deleteQueue = endpoint({
  id: 'delete-queue',
  method: 'DELETE',
  path: '/events',
  role: 'guest',
  scope: 'events',
  summary: 'Delete an event queue.',
  params: { queue_id: text(z.string(), 'The queue.') },
  returns: {},
  errors: [
    {
      code: 'BAD_EVENT_QUEUE_ID',
      when: 'The queue does not exist, belongs to somebody else or has expired.',
    },
  ],
  example: { request: { queue_id: 'f3cdaca9-8e0c-4b4f-9d6c-6b1f5b4a9a5e' }, response: {} },
})
