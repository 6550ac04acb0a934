import * as z from 'zod'
import { endpoint, json, text } from '../../define.ts'
import { limits } from '../../limits.ts'
import { id, textUpTo } from '../../primitives.ts'

export const sendSubmessage = endpoint({
  id: 'send-submessage',
  method: 'POST',
  path: '/submessage',
  role: 'guest',
  scope: 'messages:write',
  summary: 'Take part in a poll or a to-do list, or change buttons.',
  doc: 'A message that begins with `/poll` or `/todo` is a poll or a to-do list. Votes, new options and tasks are submessages.',
  params: {
    message_id: json(id('message'), 'The poll, the to-do list or the message with buttons.'),
    msg_type: text(z.literal('widget'), 'Always `widget`.'),
    content: text(
      textUpTo(limits.maxMessageLength),
      'JSON of one step. Polls: `{type: "vote", key, vote}` with a `vote` of 1 or -1; `{type: "new_option", option, idx}`; only by the author: `{type: "question", question}`. To-do lists: `{type: "new_task", key, task, desc, completed}`; `{type: "strike", key}`; only by the author: `{type: "new_task_list_title", title}`. Buttons, only by the bot that sent them: a new `widget_content`, as `POST /messages` takes it.',
    ),
  },
  returns: {},
  errors: [
    {
      code: 'BAD_REQUEST',
      when: 'The message does not exist or is not a poll or to-do list and has no buttons, the content is not a valid step, or only the author may take this step.',
    },
  ],
  example: {
    request: { message_id: 31, msg_type: 'widget', content: '{"type":"vote","key":"10,1","vote":1}' },
    response: {},
  },
})
