import * as z from 'zod'
import { endpoint, field } from '../../define.ts'
import { scheduledMessage } from '../../objects/scheduled-message.ts'

export const getScheduledMessages = endpoint({
  id: 'get-scheduled-messages',
  method: 'GET',
  path: '/scheduled_messages',
  role: 'guest',
  scope: 'messages:read',
  since: 173,
  summary: 'Fetch your scheduled messages.',
  params: {},
  returns: {
    scheduled_messages: field(z.array(scheduledMessage), 'The scheduled messages, the next one first.'),
  },
  example: {
    request: {},
    response: {
      scheduled_messages: [
        {
          scheduled_message_id: 27,
          type: 'stream',
          to: 14,
          topic: 'colors',
          content: 'Hi',
          rendered_content: '<p>Hi</p>',
          scheduled_delivery_timestamp: 1681662420,
          failed: false,
        },
      ],
    },
  },
})
