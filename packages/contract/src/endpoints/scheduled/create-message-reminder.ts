import * as z from 'zod'
import { endpoint, field, json, text } from '../../define.ts'
import { limits } from '../../limits.ts'
import { id, textUpTo, unixSeconds } from '../../primitives.ts'

export const createMessageReminder = endpoint({
  id: 'create-message-reminder',
  method: 'POST',
  path: '/reminders',
  role: 'guest',
  scope: 'messages:write',
  since: 381,
  summary: 'Set a reminder of a message.',
  doc: 'At the given time, the Notification Bot sends the caller a direct message that links and quotes the message.',
  params: {
    message_id: json(id('message'), 'The message.'),
    scheduled_delivery_timestamp: json(unixSeconds, 'The time of the reminder in UNIX seconds.'),
    note: text(
      textUpTo(limits.maxReminderNoteLength).optional(),
      'A note to the caller, sent with the reminder.',
      {
        since: 415,
      },
    ),
  },
  returns: { reminder_id: field(z.int(), 'Id of the reminder.') },
  errors: [{ code: 'BAD_REQUEST', when: 'The message does not exist, or the time is not in the future.' }],
  example: {
    request: { message_id: 31, scheduled_delivery_timestamp: 3165826990, note: 'Answer this' },
    response: { reminder_id: 17 },
  },
})
