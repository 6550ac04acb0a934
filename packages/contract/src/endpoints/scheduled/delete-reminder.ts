import { endpoint, inPath } from '../../define.ts'
import { id } from '../../primitives.ts'

export const deleteReminder = endpoint({
  id: 'delete-reminder',
  method: 'DELETE',
  path: '/reminders/{reminder_id}',
  role: 'guest',
  scope: 'messages:write',
  since: 399,
  summary: 'Delete a reminder.',
  params: { reminder_id: inPath(id('reminder'), 'The reminder.') },
  returns: {},
  errors: [
    { code: 'BAD_REQUEST', status: 404, when: 'The reminder does not exist, or is not the caller’s.' },
  ],
  example: { request: { reminder_id: 17 }, response: {} },
})
