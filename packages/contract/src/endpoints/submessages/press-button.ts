import * as z from 'zod'
import { endpoint, inPath, text } from '../../define.ts'
import { id } from '../../primitives.ts'

export const pressButton = endpoint({
  id: 'press-button',
  method: 'POST',
  path: '/messages/{message_id}/actions',
  role: 'guest',
  scope: 'messages:write',
  limit: 'send_message',
  summary: 'Press a button of a bot’s message.',
  doc: 'For buttons with an `action`: the bot is told who pressed it, by an event `tagma_action` or by a call of its webhook with the trigger `action`, and nothing is posted. Clients that know no actions send the button’s `reply` as a message instead. An endpoint of Tagma; Zulip has none for this.',
  params: {
    message_id: inPath(id('message'), 'The message with the button.'),
    action: text(z.string(), 'The action of the button.'),
  },
  returns: {},
  errors: [
    {
      code: 'BAD_REQUEST',
      when: 'The message does not exist, has no button with this action any more, its bot is deactivated, or the caller is a bot.',
    },
  ],
  example: { request: { message_id: 32, action: 'approve 7' }, response: {} },
})
