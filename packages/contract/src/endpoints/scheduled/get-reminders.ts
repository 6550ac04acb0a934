import * as z from 'zod'
import { endpoint, field } from '../../define.ts'
import { reminder } from '../../objects/scheduled-message.ts'

export const getReminders = endpoint({
  id: 'get-reminders',
  method: 'GET',
  path: '/reminders',
  role: 'guest',
  scope: 'messages:read',
  since: 399,
  summary: 'Fetch your reminders.',
  params: {},
  returns: { reminders: field(z.array(reminder), 'The reminders, the next one first.') },
  example: {
    request: {},
    response: {
      reminders: [
        {
          reminder_id: 17,
          type: 'private',
          to: [10],
          content: 'Hi',
          rendered_content: '<p>Hi</p>',
          scheduled_delivery_timestamp: 1681662420,
          failed: false,
          reminder_target_message_id: 31,
        },
      ],
    },
  },
})
