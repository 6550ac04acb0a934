import * as z from 'zod'
import { event, field } from '../define.ts'

export const submessageEvent = event({
  type: 'submessage',
  doc: 'Somebody took part in a poll or a to-do list that the user can read, or a bot changed its buttons.',
  fields: {
    msg_type: field(z.string(), 'Always `widget`.'),
    content: field(z.string(), 'JSON of the step that the user took.'),
    message_id: field(z.int(), 'Id of the message: the poll or the list.'),
    sender_id: field(z.int(), 'Id of the user who took part.'),
    submessage_id: field(z.int(), 'Id of the submessage.'),
  },
  example: {
    type: 'submessage',
    msg_type: 'widget',
    content: '{"type":"vote","key":"10,1","vote":1}',
    message_id: 31,
    sender_id: 10,
    submessage_id: 4,
    id: 65536,
  },
})
