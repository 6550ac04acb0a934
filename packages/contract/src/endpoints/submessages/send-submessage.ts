import * as z from 'zod'
import { endpoint, json, text } from '../../define.ts'
import { limits } from '../../limits.ts'
import { id, textUpTo } from '../../primitives.ts'

export const sendSubmessage = endpoint({
  id: 'send-submessage',
  method: 'POST',
  path: '/submessage',
  role: 'guest',
  summary: 'Take part in a poll or a to-do list.',
  doc: 'Polls and to-do lists are messages that begin with `/poll` or `/todo`. What people do with them are submessages: votes, new options, tasks and the like.',
  params: {
    message_id: json(id('message'), 'The poll or to-do list.'),
    msg_type: text(z.literal('widget'), 'Always `widget`.'),
    content: text(
      textUpTo(limits.maxMessageLength),
      'JSON of one step. In polls `{type: "vote", key, vote}` with a `vote` of 1 or -1, `{type: "new_option", option, idx}` and, by the author, `{type: "question", question}`. In to-do lists `{type: "new_task", key, task, desc, completed}`, `{type: "strike", key}` and, by the author, `{type: "new_task_list_title", title}`.',
    ),
  },
  returns: {},
  errors: [
    {
      code: 'BAD_REQUEST',
      when: 'The message does not exist or is no poll or to-do list, the content is no step of one, or the step is the author’s alone.',
    },
  ],
  example: {
    request: { message_id: 31, msg_type: 'widget', content: '{"type":"vote","key":"10,1","vote":1}' },
    response: {},
  },
})
